import {
  type FileSuggestionSettings,
  NOTIFICATION_CHANNELS,
  type SpinnerTips,
  type StatusLineSettings,
  type TerminalSettings,
  THEME_CHOICES,
} from '../../protocol/terminal-settings.ts'
import { between, type Fields, filledText, flag, listOf, oneOf, shapeOf, text } from './check.ts'

/** More would leave no room for what is shown. */
const MOST_PADDING = 20
const LONGEST_INTERVAL_S = 24 * 3600

/** What a terminal goes by. */
export const terminalFields: Fields<TerminalSettings> = {
  theme: oneOf(THEME_CHOICES),
  editorMode: oneOf(['normal', 'vim']),
  uiLanguage: oneOf(['en', 'zh']),
  verbose: flag,
  prefersReducedMotion: flag,
  axScreenReader: flag,
  syntaxHighlightingDisabled: flag,
  showTurnDuration: flag,
  spinnerTipsEnabled: flag,
  spinnerTipsOverride: shapeOf<SpinnerTips>({ tips: listOf(text), excludeDefault: flag }),
  terminalProgressBarEnabled: flag,
  terminalTitleDisabled: flag,
  promptSuggestionEnabled: flag,
  preferredNotifChannel: oneOf(NOTIFICATION_CHANNELS),
  statusLine: shapeOf<StatusLineSettings>(
    {
      type: oneOf(['command']),
      command: filledText,
      padding: between(0, MOST_PADDING),
      // Once a second is as often as anybody can read.
      refreshInterval: between(1, LONGEST_INTERVAL_S),
    },
    ['type', 'command'],
  ),
  fileSuggestion: shapeOf<FileSuggestionSettings>({ type: oneOf(['command']), command: filledText }, [
    'type',
    'command',
  ]),
  respectGitignore: flag,
}
