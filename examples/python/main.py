from cdktf import App, TerraformStack

from imports.tfprojects.project import Project
from imports.tfprojects.provider import TfprojectsProvider
from imports.tfprojects.workspace_membership import WorkspaceMembership

# Project → its workspaces.
PROJECTS = {
    "Platform": ["network-prod", "network-test"],
    "Checkout": ["checkout-api"],
}

app = App()
stack = TerraformStack(app, "organization")

# Configured with TFE_ORGANIZATION and TFE_TOKEN.
TfprojectsProvider(stack, "tfprojects")

for name, workspaces in PROJECTS.items():
    project = Project(stack, name, name=name, deletion_policy="evacuate")
    WorkspaceMembership(stack, f"{name}-workspaces", project_id=project.id, workspace_names=workspaces)

app.synth()
