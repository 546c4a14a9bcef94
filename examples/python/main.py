from cdktf import App, TerraformStack

from imports.tfprojects.project import Project
from imports.tfprojects.provider import TfprojectsProvider
from imports.tfprojects.workspace_membership import WorkspaceMembership
from imports.tfprojects.workspace_placement import WorkspacePlacement, WorkspacePlacementRule

# Project → its workspaces.
PROJECTS = {
    "Platform": ["network-prod", "network-test"],
    "Checkout": ["checkout-api"],
}
# Pattern → the project of other workspaces with such names.
RULES = {
    "network-*": "Platform",
    "checkout-*": "Checkout",
}

app = App()
stack = TerraformStack(app, "organization")

# Configured with TFE_ORGANIZATION and TFE_TOKEN.
TfprojectsProvider(stack, "tfprojects")

projects = {}
for name, workspaces in PROJECTS.items():
    project = projects[name] = Project(stack, name, name=name, deletion_policy="evacuate")
    WorkspaceMembership(stack, f"{name}-workspaces", project_id=project.id, workspace_names=workspaces)

WorkspacePlacement(
    stack,
    "placement",
    rule=[
        WorkspacePlacementRule(project=projects[project].name, match_names=[pattern])
        for pattern, project in RULES.items()
    ],
)

app.synth()
