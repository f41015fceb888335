import type { ToolsIn } from '../protocol/tools/described-tool.ts'

/** All that a conversation in coordinator mode can call: it hands work out, and touches nothing itself. */
export const coordinatorTools = (
  toolsIn: ToolsIn,
  { leads }: { readonly leads: boolean },
): readonly string[] => [...toolsIn('coordinator'), ...(leads ? toolsIn('team_lead') : [])]

/** In the place of the description of the Agent tool, which is written for somebody who could also work alone. */
export const COORDINATOR_AGENT_PROMPT = `Starts a worker: an agent with tools of its own (files, search, shell, web) and a context of its own; its last message is your result. Calls in one reply run side by side; with run_in_background you do not wait, and the end is told to you.
A worker sees nothing of this conversation: give it all it needs, and say what to report and whether to change files.
Types: worker (looks, changes, runs; the default), Explore (finds things in code, only reads, fast), Plan (works out how to build something, only reads), verification (tries to break a change by running it). Reminders may name more.`

/** What a coordinator says to somebody who wants a copy of it. */
export const NO_COORDINATOR_FORK =
  "Coordinator mode can't be forked: a fork could only coordinate, too. Turn it off with /coordinator off first."
