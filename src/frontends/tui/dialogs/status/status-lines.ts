import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import { gapAfter } from '../../../../lib/text/written-signs.ts'
import type { LoadedInstruction } from '../../../../protocol/instruction.ts'
import { modeName } from '../../../../protocol/messages/permissions/permissions.ts'
import type { Queries } from '../../../../protocol/query.ts'
import type { Line } from '../../terminal/screen-port.ts'
import { shortCount } from '../../text/amounts.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { shownPath } from '../../transcript/shown-path.ts'
import type { PanelRenderOptions } from '../panel-room.ts'

export interface StatusFacts {
  readonly version: string
  readonly state: Queries['state']
  readonly permissions: Queries['permissions']
  readonly instructions: readonly LoadedInstruction[]
}

/** What this conversation runs with. */
export const statusLines = (facts: StatusFacts, look: PanelRenderOptions): readonly Line[] => {
  const { state, permissions } = facts
  const told = look.words.panels.status
  const rows: readonly (readonly [string, string])[] = [
    [told.version, facts.version],
    [told.session, state.title === undefined ? state.sessionId : `${state.title} · ${state.sessionId}`],
    [told.directory, state.cwd],
    [
      told.model,
      state.effort === undefined
        ? state.model
        : `${state.model} · ${look.words.panels.effort.levels[state.effort]}`,
    ],
    [told.credential, state.credential === 'none' ? told.noCredential : state.credential],
    [told.mode, look.words.localize(modeName(state.mode))],
    [told.sandbox, told.sandboxes[permissions.sandbox]],
    [told.transcript, state.transcriptPath ?? told.notKept],
  ]
  return [...rows.flatMap(([name, value]) => row(name, value, look)), ...instructionLines(facts, look)]
}

const row = (name: string, value: string, { theme, words, width }: PanelRenderOptions): readonly Line[] =>
  wrapAnsi(
    `${theme.paint('dim', words.panels.label(name))}${gapAfter(words.panels.label(name))}${safeLine(value)}`,
    width,
  )

const instructionLines = (
  { instructions, state }: StatusFacts,
  look: PanelRenderOptions,
): readonly Line[] => {
  const { theme, words, width } = look
  const told = words.panels.status
  if (instructions.length === 0) return row(told.instructions, told.none, look)
  return [
    theme.paint('dim', words.panels.label(told.instructions)),
    ...instructions.flatMap(({ path, scope, tokens }) =>
      wrapAnsi(
        `${theme.paint('path', shownPath(path, state.cwd))} ${theme.paint('dim', `${words.panels.memory.scopes[scope]} · ${shortCount(tokens)} ${words.panels.tokensEst}`)}`,
        width - 2,
      ).map(line => `  ${line}`),
    ),
  ]
}
