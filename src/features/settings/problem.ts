import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { SettingsSource } from '../../protocol/settings.ts'

/** Something about a settings file the person must be told. */
export interface SettingsProblem {
  /**
   * `invalid`: one value does not count, the rest of the file does. `rejected`: of the file only
   * what restricts counts.
   * `ignored`: well-formed, but this file may not say it. `note`: nothing is wrong, but probably not what was meant.
   * `fatal`: the program must not start.
   */
  readonly kind: 'invalid' | 'rejected' | 'ignored' | 'note' | 'fatal'
  readonly source: SettingsSource
  /** The file, or `--settings` for text given on the command line. */
  readonly file: string
  /** Dotted path of the key, when it is about one. */
  readonly key?: string
  /** Deny or ask rules of the file may be missing from what counts. */
  readonly rulesLost?: true
  /** It would count if the folder were trusted. */
  readonly waits?: 'trust'
  /** Of something ignored: why, without file and key. */
  readonly why?: LocalizedText
  readonly message: LocalizedText
}

/** Text from outside, fit for a message: invisible and directional characters escaped. */
export const escaped = (text: string): string =>
  text.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    char => `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`,
  )

/** The same for a name or value, which may be of any length. */
export const quoted = (text: string): string => escaped(text.length > 80 ? `${text.slice(0, 80)}…` : text)
