import type { Engine } from '../../protocol/engine.ts'
import type { Message } from '../../protocol/message.ts'
import type { EvalRunInfo, EvalRunView } from '../../protocol/serve/evals.ts'
import type { FleetAnswerBody, FleetPage, FleetQuestion } from '../../protocol/serve/fleet.ts'
import type { OpenBody } from '../../protocol/serve/routes.ts'
import type { ClientRights } from '../../protocol/serve/wire.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { HubsOptions } from './hubs.ts'
import type { PushPort } from './push-desk.ts'
import type { LinkStore } from './watch-links.ts'

/** Everything a server of sessions begins with. */
export interface ServeOptions
  extends Pick<HubsOptions, 'host' | 'base' | 'only' | 'isOpenElsewhere' | 'sessionFiles'> {
  readonly version: string
  /** Where new sessions begin. */
  readonly cwd: string
  readonly rights: ClientRights
  /** 256 random bits, known to the person this runs for and nobody else. */
  readonly token: string
  readonly listen: Listen
  /** Links to watch; absent: nobody can make one. */
  readonly linkStore?: LinkStore
  /** Calls later; answers what stops it. Absent: a timer. */
  later?(ms: number, call: () => void): () => void
  /** The files of the web page, by their paths. */
  readonly page: Page
  /** What the file of an agent's thread holds. */
  readThread(path: string): Promise<readonly Message[]>
  /** Paths below a directory that fit what was typed, with `/` behind those of directories; absent: nobody looks. */
  findFiles?(cwd: string, query: string, limit: number): Promise<readonly string[]>
  /** Where notifications go; absent: nowhere. */
  readonly push?: PushPort
  /** What other services send; absent: nobody listens. */
  readonly inbox?: Inbox
  /** What is said in a WAV file; absent: voice input is off. Throws an error in words for people. */
  readonly transcribe?: (wav: Uint8Array) => Promise<string>
  /** Runs of evaluations; absent: there are none to be shown. */
  readonly evals?: EvalRuns
  /** The fleet this machine is an owner of; absent: there is none. */
  readonly fleet?: FleetPort
  newId(): string
  now(): number
  /** Hears of what went wrong inside; never of tokens or of what was said. */
  log(text: string): void
}

/** Texts of their tables come in the language that is asked for. */
export interface EvalRuns {
  list(language: PromptLanguage): Promise<readonly EvalRunInfo[]>
  view(id: string, language: PromptLanguage): Promise<EvalRunView | undefined>
}

export interface FleetPort extends AsyncDisposable {
  view(): Promise<FleetPage>
  answer(answer: FleetAnswerBody): Promise<void>
  /** Calls with the open questions of its jobs whenever they may have changed; answers what ends that. */
  follow(listener: (open: readonly FleetQuestion[]) => void): () => void
}

export interface Listen {
  readonly hostname: string
  /** 0: any that is free. */
  readonly port: number
  /** Further names the server may be called by. */
  readonly names: readonly string[]
  readonly tls?: { readonly cert: string; readonly key: string }
}

export type Page = (path: string) => Promise<PageFile | undefined>

export interface PageFile {
  readonly type: string
  readonly body: Uint8Array | string
  /** Its name changes with its content. */
  readonly immutable?: boolean
}

/** Takes what other services send to addresses below `/hooks/`, each with a proof of its own of who they are. */
export interface Inbox {
  readonly maxBytes: number
  /** The server runs: what begins by itself may begin; answers what ends that. */
  begin?(open: InboxDelivery['open']): () => void
  /** `unknown`: nobody listens there; `forged`: the proof is wrong; `busy`: it may be tried again later. */
  receive(delivery: InboxDelivery): Promise<InboxAnswer>
}

export interface InboxDelivery {
  /** Behind `/hooks/`. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array
  /** Opens a session of the server. */
  open(body: OpenBody): Promise<OpenedByInbox>
}

export interface OpenedByInbox {
  readonly id: string
  readonly engine: Engine
}

export type InboxAnswer = 'taken' | 'unknown' | 'forged' | 'busy'
