/** A second model, which sees the conversation. */
export interface Advisor {
  /** Undefined: there is none any more. */
  ask(signal: AbortSignal): Promise<{ readonly model: string; readonly advice: string } | undefined>
}
