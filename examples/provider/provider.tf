terraform {
  required_providers {
    tfprojects = {
      source  = "terraform.local/tfprojects/tfprojects"
      version = "0.1.0"
    }
  }
}

# The organization, the address and the token can be left to the environment:
# TFE_ORGANIZATION, TFE_ADDRESS and TFE_TOKEN.
provider "tfprojects" {
  organization = "acme"
}
