resource "tfprojects_project" "billing" {
  name = "Billing"
}

resource "tfprojects_project" "inbox" {
  name = "Inbox"
}

# The first rule that matches a workspace decides. Workspaces of other projects stay there.
resource "tfprojects_workspace_placement" "all" {
  rule {
    project     = tfprojects_project.billing.name
    match_names = ["bill-*", "invoice-*"]
  }

  # By name or by tag: two rules of one project.
  rule {
    project    = tfprojects_project.billing.name
    match_tags = { team = "billing" }
  }

  # The catch-all stands last.
  rule {
    project     = tfprojects_project.inbox.name
    match_names = ["*"]
  }

  except_names = ["legacy-*"]
  max_moves    = 100
}
