import { constants } from 'node:os'

/** Signals that end a program in order. `SIGPIPE`: nobody reads its output any more. */
export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGQUIT' | 'SIGHUP' | 'SIGPIPE'

const NAMES: readonly unknown[] = ['SIGINT', 'SIGTERM', 'SIGQUIT', 'SIGHUP', 'SIGPIPE'] satisfies EndSignal[]

/** Why a signal that listens for them was aborted; whatever else it was counts as an interrupt. */
export const endSignalOf = (reason: unknown): EndSignal =>
  NAMES.includes(reason) ? (reason as EndSignal) : 'SIGINT'

/** The exit code a shell gives a program that such a signal ended: 128 and its number. */
export const signalCode = (reason: unknown): number => 128 + constants.signals[endSignalOf(reason)]
