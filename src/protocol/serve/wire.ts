import type { Event } from '../event.ts'
import type { SessionSummary } from '../host.ts'
import type { Message } from '../message.ts'
import type { LocalizedText } from '../messages/localized-text.ts'
import type { Op } from '../op.ts'
import type { UiRequest } from '../ui-request.ts'

/**
 * What a server of sessions and its clients say to each other, below `/api/v1`. Ops, events, queries and messages are
 * the same as everywhere; this adds numbers, so that a client that was cut off misses nothing.
 *
 * Who may speak. A program sends `Authorization: Bearer <token>`. A page got a cookie for a one-time code (`/login`,
 * which leads to `/#key=<key>`); the cookie alone is not enough, because browsers send it to every port of the host:
 * the page keeps the key (localStorage belongs to one port) and sends it as `x-capstan-key`, to a WebSocket as the
 * second of its subprotocols `['capstan.v1', 'capstan.key.<key>']`.
 *
 * Who only watches. A link to watch leads to `/#watch=<token>`: what stands behind the `#` is in no request, log or
 * Referer. The page sends it as `x-capstan-watch`, and only the rows below `/watch` accept it; they name no session,
 * because the token does.
 *
 * How to follow a session. Open `/api/v1/sessions/:id/events` as a WebSocket (or as Server-Sent Events: the same frames,
 * one in each `data:`). The first frame is `hello`. Then, unless it says `resumed`, read the history, show it, apply the
 * events of `live` and go on with those that follow. An entry is in the history before its event comes: leave out what
 * you have by its `uuid`. After a cut connect again with `?after=<last seq>&epoch=<epoch>&message=<uuid of the last
 * message shown>`. A session that is kept but not open is opened by following it.
 */
export const API = '/api/v1'

/** From the server, as JSON. Kinds that a client does not know are to be left alone. */
export type ServerFrame =
  | HelloFrame
  | EventFrame
  /** What became of an op that came on this socket. */
  | { readonly kind: 'ack'; readonly id: string; readonly ok: true }
  | { readonly kind: 'ack'; readonly id: string; readonly ok: false; readonly error: WireError }
  /** A slash command of this client wants what only a screen can do: never numbered, never sent again. */
  | { readonly kind: 'ui'; readonly request: UiRequest }
  /** Somebody came or went. */
  | { readonly kind: 'clients'; readonly clients: readonly ClientInfo[] }
  /** The session was closed; nothing follows. It can be opened again. */
  | { readonly kind: 'closed' }

export interface HelloFrame {
  readonly kind: 'hello'
  readonly sessionId: string
  /** Of this run of the session: numbers of another one mean nothing here. */
  readonly epoch: string
  /** Of the last event before those that follow. */
  readonly seq: number
  /** True: all events since `after` follow, there is nothing to read. */
  readonly resumed: boolean
  /** When not resumed: messages behind this one are all that is new. Absent: read the history anew. */
  readonly readAfter?: string
  /** When not resumed: what goes on now, as events: the reply so far, calls that run, questions that wait. */
  readonly live: readonly Event[]
  /** The client this is said to. */
  readonly client: ClientInfo
  readonly clients: readonly ClientInfo[]
}

export interface EventFrame {
  readonly kind: 'event'
  /** One more than that of the event before. */
  readonly seq: number
  readonly event: Event
  /** Who said the message, or answered the question, where it was a client or the terminal. */
  readonly by?: ClientInfo
}

/** One who follows the session. */
export interface ClientInfo {
  readonly id: string
  /** What it calls itself (`?name=`), or what kind of client it is. */
  readonly name: string
  /** A `watcher` came with a link that only reads. */
  readonly kind: 'page' | 'program' | 'terminal' | 'watcher'
  /** When it came, ISO 8601; absent: it is no follower but sent a single request. */
  readonly since?: string
}

/** To the server, on a WebSocket, as JSON. */
export interface ClientFrame {
  readonly kind: 'op'
  /** Chosen by the client, never used twice for different ops. An op that comes again under its id is not done again. */
  readonly id: string
  readonly op: Op
}

/** Every answer with a status from 400 on has this as its body, below `error`. */
export interface WireError {
  readonly kind: WireErrorKind
  /** For the person, in English. */
  readonly message: string
  readonly localized?: LocalizedText
  /** With `busy`: what kind of program has the session open: `cli`, `background`, `serve` …. */
  readonly holder?: string
}

export type WireErrorKind =
  /** It is not of the shape it should be, or too large. */
  | 'invalid'
  | 'unauthorized'
  /** Host, Origin or rights: this client may not. */
  | 'forbidden'
  | 'not_found'
  /** The engine refuses it now, e.g. during a turn. */
  | 'refused'
  /** Another program has the session open: it can be copied, taken over, or joined there with `capstan attach`. */
  | 'busy'
  /** Somebody else answered the question before. */
  | 'answered'
  | 'too_many'
  | 'internal'

/** A session in a list: kept, open or both. */
export interface SessionInfo extends Partial<Omit<SessionSummary, 'id' | 'path'>> {
  readonly id: string
  readonly open: boolean
  /** Another program on this machine has it open. */
  readonly elsewhere?: boolean
  /** Of an open one: a turn runs. */
  readonly running?: boolean
  /** Of an open one: questions that wait for an answer. */
  readonly questions?: number
  /** Of an open one: what it cost so far, in USD. */
  readonly costUsd?: number
  /** Of an open one: how many follow it. */
  readonly clients?: number
}

/** `GET /sessions/:id/history`: a page, oldest first. */
export interface HistoryPage {
  readonly messages: readonly Message[]
  /** Ask again with `before` set to the first uuid. */
  readonly more: boolean
  /** How many there are since the last compaction. */
  readonly total: number
}

/** A link that reads one session and does nothing else. Its token is in no answer but the one that made it. */
export interface ShareInfo {
  readonly id: string
  /** ISO 8601. */
  readonly createdAt: string
  readonly expiresAt: string
  /** Who reads with it now. */
  readonly watchers: readonly ClientInfo[]
}

/** `POST /sessions/:id/shares`: the address of the page, with the token behind its `#`. */
export interface NewShare {
  readonly id: string
  readonly url: string
  readonly expiresAt: string
}

/** `GET /watch`. */
export interface WatchInfo {
  readonly title: string
  readonly expiresAt: string
}

/** `GET /server`. */
export interface ServerInfo {
  readonly version: string
  /** Where new sessions begin unless they say otherwise. */
  readonly cwd: string
  /** True: a terminal shares its one session; no others can be opened. */
  readonly single: boolean
  readonly rights: ClientRights
  /** Notifications can be sent to browsers that ask for them. */
  readonly push?: true
  /** This machine is an owner of a fleet. */
  readonly fleet?: true
  /** Speech can be made text here. */
  readonly voice?: true
}

/** What the one who started the server lets its clients do. */
export interface ClientRights {
  /** Switch a session to bypassPermissions. */
  readonly bypass: boolean
  /** Run commands of their own in the shell of the session, as `!` does. */
  readonly shell: boolean
  /** Loosen permission rules beyond what a question offers, approve servers, change settings. */
  readonly settings: boolean
}
