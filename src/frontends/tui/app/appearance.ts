import { issueHost } from '../../../lib/text/issue-references.ts'
import type { Keymap } from '../input/keymap/keymap.ts'
import type { UiSettings } from '../ports/settings-port.ts'
import type { UiState } from '../state/ui-state.ts'
import type { TerminalReply } from '../terminal/input-event.ts'
import { ASK_BACKGROUND } from '../terminal/signals.ts'
import { boundWords } from '../text/bound-words.ts'
import { loadWords, type UiLanguage, type Words } from '../text/words.ts'
import { isCustomTheme, THEME_NAMES, type Theme, type ThemeChoice } from '../theme/theme.ts'
import { createRichText, type RichText } from '../transcript/markdown/rich-text.ts'
import type { ReferenceTargets, View } from '../transcript/render-options.ts'
import type { TuiOptions } from './tui-options.ts'

/** How everything looks: theme, words, and what the terminal can do. Changes with the settings. */
export class Appearance {
  theme: Theme
  words: Words
  readonly #options: TuiOptions
  readonly #listeners = new Set<() => void>()
  readonly #rich: RichText
  #settings: UiSettings
  /** Naming the keys the program comes with. */
  #unbound: Words
  #keymap: Keymap | undefined
  #background: Background | undefined
  #asked = false
  #references: ReferenceTargets | undefined

  static async open(options: TuiOptions): Promise<Appearance> {
    return new Appearance(options, await loadWords(options.language))
  }

  private constructor(options: TuiOptions, words: Words) {
    this.#options = options
    this.#settings = options.ports.settings.current()
    this.words = words
    this.#unbound = words
    this.theme = options.createTheme(themeChoice(this.#settings))
    this.#rich = createRichText({
      onChange: () => this.#tell(),
      colourCode: this.#settings.syntaxHighlightingDisabled !== true,
    })
  }

  /** Called whenever something may look different. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Follows the settings; the readers of rich text are loaded behind the first frame. */
  start(): () => void {
    this.#rich.load()
    const asking = setTimeout(() => {
      if (themeChoice(this.#settings) === 'auto') this.#ask()
    }, ASK_AFTER_MS)
    const stop = this.#options.ports.settings.onChange(settings => {
      this.#settings = settings
      this.choose(themeChoice(settings))
      void this.#speak(settings.uiLanguage ?? 'en')
    })
    return () => {
      clearTimeout(asking)
      stop()
    }
  }

  /** The terminal answers with a reply, or not at all. */
  #ask(): void {
    if (this.#asked || this.#options.facts.plain || !this.theme.colour) return
    this.#asked = true
    this.#options.screen.signal(ASK_BACKGROUND)
  }

  /** The terminal said what its background is. */
  reply(reply: TerminalReply): void {
    if (reply.kind !== 'background') return
    this.#background = reply
    if (themeChoice(this.#settings) === 'auto') this.choose('auto')
  }

  /** Until the settings say otherwise: also while a theme is being looked at. */
  choose(choice: ThemeChoice): void {
    if (choice === 'auto') this.#ask()
    this.theme = this.#options.createTheme(choice, this.#background)
    this.#tell()
  }

  async #speak(language: UiLanguage): Promise<void> {
    this.#unbound = await loadWords(language)
    this.#name()
  }

  /** Hints name the keys that are bound now. */
  bind(keymap: Keymap): void {
    this.#keymap = keymap
    this.#name()
  }

  #name(): void {
    this.words = this.#keymap ? boundWords(this.#unbound, this.#keymap) : this.#unbound
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  get settings(): UiSettings {
    return this.#settings
  }

  get reducedMotion(): boolean {
    return this.#settings.prefersReducedMotion ?? this.#options.ports.system.terminal.reducedMotion
  }

  /** The same value until the directory, or what is known of its repository, changes. */
  #referencesIn(cwd: string): ReferenceTargets | undefined {
    const { system } = this.#options.ports
    if (!system.terminal.hyperlinks) return undefined
    if (this.#references?.cwd === cwd) return this.#references
    const { machine } = system
    const references = { cwd, machine, issueHost: issueHost(undefined) }
    this.#references = references
    // Files are read behind the frame that asks.
    setTimeout(() => {
      const host = issueHost(system.repository(cwd)?.home?.host)
      if (this.#references !== references || host === references.issueHost) return
      this.#references = { ...references, issueHost: host }
      this.#tell()
    }, 0).unref()
    return references
  }

  view(state: UiState): View {
    const { system } = this.#options.ports
    return {
      width: this.#options.screen.width,
      theme: this.theme,
      words: this.words,
      hyperlinks: system.terminal.hyperlinks,
      references: this.#referencesIn(state.session.cwd),
      plain: this.#settings.axScreenReader ?? system.terminal.screenReader,
      verbose: state.verbose,
      focus: state.focus === true && !state.verbose,
      brief: state.brief === true && !state.verbose,
      thoughts: this.#settings.showThinkingSummaries === true,
      times: this.#settings.showTimestamps === true,
      softProse: this.#settings.wrapText === 'terminal',
      now: system.now(),
      cwd: state.session.cwd,
      agents: {
        rows: state.agents,
        own: state.session.agentRows,
        asking: new Set(state.requests.flatMap(({ agent }) => (agent ? [agent.id] : []))),
      },
      rich: this.#rich,
    }
  }
}

/** Not at once: the answer would find another program when this one ends right away. */
const ASK_AFTER_MS = 100

type Background = Extract<TerminalReply, { readonly kind: 'background' }>

const themeChoice = ({ theme }: UiSettings): ThemeChoice =>
  isCustomTheme(theme) ? theme : (THEME_NAMES.find(name => name === theme) ?? 'auto')
