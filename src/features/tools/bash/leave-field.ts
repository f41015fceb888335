/** The field of the input that asks to run outside the sandbox; shown to the model only where there is one. */
export const LEAVE_FIELD = 'dangerouslyDisableSandbox'
