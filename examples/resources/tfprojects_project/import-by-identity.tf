import {
  to       = tfprojects_project.platform
  identity = { id = "prj-jT92VLSFpv8FwKtc" }
}
