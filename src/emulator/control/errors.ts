/** An out-of-band change that the emulator rejects: an unknown ID, or what the service itself would reject. */
export class ControlError extends Error {
  override readonly name = "ControlError";
}
