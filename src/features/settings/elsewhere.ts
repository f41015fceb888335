/** Names the JSON schema of the file: accepted, and only editors go by it. */
export const FOR_EDITORS = '$schema'

/**
 * Names that other programs and later versions know in these files and that Capstan doesn't know. They are no
 * mistakes: they stay in the file, and whoever sets one here is told that it does nothing.
 */
export const ELSEWHERE: ReadonlySet<string> = new Set(
  `autoScrollEnabled
  feedbackSurveyRate
  forceLoginMethod keybindingFlavor
  skipDangerousModePermissionPrompt skipWebFetchPreflight
  telemetry tui useAutoModeDuringPlan
  sandbox.ripgrep sandbox.credentials.awsPairs sandbox.credentials.sigv4`.split(/\s+/),
)
