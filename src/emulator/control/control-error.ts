/** What was asked of the emulator's control cannot be done: an unknown identifier, or what the service itself would refuse. */
export class ControlError extends Error {
  override readonly name = "ControlError";
}
