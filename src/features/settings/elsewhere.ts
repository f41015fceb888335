/** Names the JSON schema of the file: accepted, and only editors go by it. */
export const FOR_EDITORS = '$schema'

/**
 * Names that other programs and later versions know in these files and that Capstan doesn't know. They are no
 * mistakes: they stay in the file, and whoever sets one here is told that it does nothing.
 */
export const ELSEWHERE: ReadonlySet<string> = new Set(
  `advisorModel autoScrollEnabled autoUpdatesChannel awsAuthRefresh
  awsCredentialExport emojiCompletionEnabled feedbackSurveyRate
  footerLinksRegexes forceLoginMethod gcpAuthRefresh keybindingFlavor
  prUrlTemplate respondToBashCommands
  skipDangerousModePermissionPrompt skipWebFetchPreflight spellcheck subagentStatusLine
  telemetry tui useAutoModeDuringPlan vimInsertModeRemaps
  sandbox.ripgrep sandbox.network.tlsTerminate statusLine.hideVimModeIndicator`.split(/\s+/),
)
