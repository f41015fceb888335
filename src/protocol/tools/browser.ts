import type { Text } from '../messages/localized-text.ts'
import type { Web } from '../web.ts'

/** Settings of the browser; absent fields have a default. */
export interface BrowserSettings {
  readonly enabled?: boolean
  /** The program; absent: the first that is found. */
  readonly path?: string
  /** A window the person sees and can use. */
  readonly window?: boolean
  /** `fresh`: a new one for each session; `keep`: one of Capstan's own that stays; else the directory of another. */
  readonly profile?: string
  /** Of a picture that the model is shown: the longer side, in pixels. */
  readonly pictureSize?: number
}

export const BROWSER_ACTIONS = [
  'open',
  'snapshot',
  'click',
  'type',
  'press',
  'select',
  'drag',
  'upload',
  'scroll',
  'wait',
  'screenshot',
  'console',
  'network',
  'evaluate',
  'tabs',
  'back',
  'reload',
  'close',
  'record',
] as const

export type BrowserActionName = (typeof BROWSER_ACTIONS)[number]

/** These only look, or wait; nothing reaches a site by them. */
export const LOOKING_ACTIONS: ReadonlySet<BrowserActionName> = new Set([
  'snapshot',
  'wait',
  'screenshot',
  'console',
  'network',
  'tabs',
  'close',
  'record',
])

/** What the browser is to do; which fields count depends on `action`. */
export interface BrowserWish {
  readonly action: BrowserActionName
  readonly url?: string | undefined
  /** An element, as a snapshot named it. */
  readonly ref?: string | undefined
  /** Where something is dragged to. */
  readonly to?: string | undefined
  readonly text?: string | undefined
  readonly submit?: boolean | undefined
  readonly values?: readonly string[] | undefined
  /** Real paths of files that were judged. */
  readonly files?: readonly string[] | undefined
  readonly seconds?: number | undefined
  readonly full?: boolean | undefined
  readonly script?: string | undefined
  readonly tab?: number | undefined
  readonly dialog?: 'accept' | 'dismiss' | undefined
}

export interface BrowserTab {
  /** From 1, for as long as the browser runs. */
  readonly number: number
  readonly url: string
  readonly title: string
  /** The next action is about this one. */
  readonly current: boolean
}

export interface BrowserPicture {
  readonly mediaType: 'image/jpeg'
  /** Base64. */
  readonly data: string
}

/** Something to tell: our words, or what a page shows, says or answered, which is foreign. */
export type BrowserPart = { readonly said: Text } | { readonly foreign: string }

/** What became of an action. */
export interface BrowserAnswer {
  readonly parts: readonly BrowserPart[]
  /** The page it is about, afterwards. */
  readonly page?: { readonly url: string; readonly title: string }
  readonly picture?: BrowserPicture
  /** A file that was made for the person. */
  readonly file?: string
  /** It could not be done, and the parts say why. */
  readonly failed?: true
}

/** The browser of a thread's calls. */
export interface BrowserPort {
  /** Where an action of the model would have its effect; undefined: nowhere, no page is open. */
  place(tab?: number): string | undefined
  act(wish: BrowserWish, how: BrowserCall): Promise<BrowserAnswer>
}

export interface BrowserCall {
  readonly signal: AbortSignal
  /** A person was asked about the call and said yes: what it is for is theirs to allow. */
  readonly approved: boolean
}

export type BrowserOpAction = 'on' | 'off' | 'stop' | 'window' | 'hide'

/** Of the browser, for people. */
export interface BrowserState {
  /** The model is offered it. */
  readonly on: boolean
  readonly running: boolean
  readonly window: boolean
  /** False: the program runs without its own sandbox, because this one runs as root. */
  readonly enclosed: boolean
  readonly tabs: readonly BrowserTab[]
  /** Where downloads are kept apart; absent: there were none. */
  readonly downloads?: string
}

/** What hosts are told of it: it was switched on or off, or shows something else. Ours. */
export interface SdkBrowser extends Pick<BrowserState, 'on' | 'running' | 'tabs'> {
  readonly type: 'system'
  readonly subtype: 'browser_changed'
}

/** Of a call: the ways out, and what a person said to it. */
export interface WithBrowser {
  /** Absent where the network is out of reach. */
  readonly web?: Web
  /** Absent where there can be none; one that is switched off says so. */
  readonly browser?: BrowserPort
  /** The person was asked about this call and said yes, to what was shown or to what they made of it. */
  readonly approved?: boolean
  /** The input is the person's: they changed it when they were asked. */
  readonly byPerson?: boolean
}
