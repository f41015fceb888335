/** As settings name them; `auto` goes by the background of the terminal. */
export const THEME_CHOICES = [
  'auto',
  'dark',
  'light',
  'dark-daltonized',
  'light-daltonized',
  'dark-ansi',
  'light-ansi',
] as const

/** How somebody who looks elsewhere is called. */
export const NOTIFICATION_CHANNELS = [
  'auto',
  'terminal_bell',
  'iterm2',
  'iterm2_with_bell',
  'kitty',
  'ghostty',
  'notifications_disabled',
] as const

/** A program that writes the lines below the prompt. */
export interface StatusLineSettings {
  readonly type: 'command'
  readonly command: string
  /** Blanks before each line. */
  readonly padding?: number
  /** Seconds after which it runs again although nothing happened. */
  readonly refreshInterval?: number
  /** The script says itself in which mode of vim the prompt is. */
  readonly hideVimModeIndicator?: boolean
}

/** A program that writes the rows of agents. */
export interface AgentLineSettings {
  readonly type: 'command'
  readonly command: string
}

/** What a text names, as a link below the prompt. `{name}` stands for what a named group of the pattern matched. */
export interface FooterLink {
  readonly type: 'regex'
  readonly pattern: string
  readonly url: string
  readonly label?: string
}

/** A program that answers what is typed behind `@`. */
export interface FileSuggestionSettings {
  readonly type: 'command'
  readonly command: string
}

export interface SpinnerTips {
  readonly tips?: readonly string[]
  /** Only these. */
  readonly excludeDefault?: boolean
}

/** Words for what the model does, with or instead of the usual ones. */
export interface SpinnerVerbs {
  readonly mode?: 'append' | 'replace'
  readonly verbs: readonly string[]
}

export const VIEW_MODES = ['default', 'verbose', 'focus'] as const

export const SPELL_CHECKERS = ['aspell', 'hunspell', 'ispell'] as const

/** Misspelled words of the prompt are underlined, as a program of the person's machine finds them. */
export interface SpellcheckSettings {
  readonly enabled?: boolean
  /** Undefined or `auto`: the first of them that is there. */
  readonly checker?: (typeof SPELL_CHECKERS)[number] | 'auto'
  /** Name of a dictionary, as the program calls it; undefined: by the locale. */
  readonly language?: string
  readonly color?: string
}

export const VOICE_MODES = ['hold', 'tap'] as const

/** Speech into the prompt, and answers read aloud. */
export interface VoiceSettings {
  readonly enabled?: boolean
  /** `hold`: while the key is down; `tap`: from one press to the next. */
  readonly mode?: (typeof VOICE_MODES)[number]
  /** Prints what was said in the file `{file}`. */
  readonly command?: string
  /** Of a server that transcribes as OpenAI's does; asked where there is no command. */
  readonly url?: string
  readonly model?: string
  /** Name of the variable that holds the key for it. */
  readonly keyVariable?: string
  readonly language?: string
  /** Writes raw samples: 16 bit, little-endian, mono, 16,000 a second. */
  readonly recorder?: string
  /** Reads its standard input aloud. */
  readonly speak?: string
}

/** The settings a terminal itself goes by; undefined fields have their default. */
export interface TerminalSettings {
  readonly theme?: string
  readonly editorMode?: 'normal' | 'vim'
  readonly uiLanguage?: 'en' | 'zh'
  /** Everything unfolded from the start. */
  readonly verbose?: boolean
  /** Thinking is shown in a few lines, and asked for where a model keeps it to itself. */
  readonly showThinkingSummaries?: boolean
  readonly prefersReducedMotion?: boolean
  /** A small companion in the line above the prompt. */
  readonly buddy?: boolean
  /** Plain text in reading order, for programs that read the screen aloud. */
  readonly axScreenReader?: boolean
  readonly syntaxHighlightingDisabled?: boolean
  /** Undefined: only of long turns. */
  readonly showTurnDuration?: boolean
  /** Beside each message, when it was written. */
  readonly showTimestamps?: boolean
  /** Who breaks long lines of prose: this program between words, or the terminal at its border. */
  readonly wrapText?: 'words' | 'terminal'
  /** What is shown from the start; before `verbose`. */
  readonly viewMode?: (typeof VIEW_MODES)[number]
  readonly spinnerVerbs?: readonly string[] | SpinnerVerbs
  /** One of them is shown when a conversation begins, another every day. */
  readonly companyAnnouncements?: readonly string[]
  readonly spinnerTipsEnabled?: boolean
  readonly spinnerTipsOverride?: SpinnerTips
  readonly terminalProgressBarEnabled?: boolean
  readonly terminalTitleDisabled?: boolean
  /** False: the title of the window says what the conversation began with, whatever it is called. */
  readonly terminalTitleFromRename?: boolean
  /** The model may call the person elsewhere than at their terminal; undefined: it may. */
  readonly agentPushNotifEnabled?: boolean
  /** False: nobody is called because a question waits. */
  readonly inputNeededNotifEnabled?: boolean
  /** False: a question of permission has no more to say than it shows. */
  readonly permissionExplainerEnabled?: boolean
  /** `:name` offers emoji. */
  readonly emojiCompletionEnabled?: boolean
  /** The editor that the prompt is opened in shows the last answer above it. */
  readonly externalEditorContext?: boolean
  /** As with `--remote-control`. */
  readonly remoteControlAtStartup?: boolean
  readonly promptSuggestionEnabled?: boolean
  readonly preferredNotifChannel?: string
  readonly statusLine?: StatusLineSettings
  readonly fileSuggestion?: FileSuggestionSettings
  readonly spellcheck?: SpellcheckSettings
  readonly voice?: VoiceSettings
  readonly subagentStatusLine?: AgentLineSettings
  readonly footerLinksRegexes?: readonly FooterLink[]
  /** Where links to pull requests lead instead: `{host}`, `{owner}`, `{repo}`, `{number}`, `{url}`. */
  readonly prUrlTemplate?: string
  /** Two keys typed one after the other in insert mode that mean Esc. */
  readonly vimInsertModeRemaps?: Readonly<Record<string, '<Esc>'>>
  /** Undefined: as suggestions. */
  readonly awaySummaryEnabled?: boolean
  /** First of the answers to a plan: to carry it out in a new conversation. */
  readonly showClearContextOnPlanAccept?: boolean
  /** False: ignored files are offered at `@` as well. */
  readonly respectGitignore?: boolean
  /** Nothing is said when the person switches to auto mode. */
  readonly skipAutoPermissionPrompt?: boolean
}
