import type { Command } from '../../../protocol/command.ts'
import type { ConfiguredHook } from '../../../protocol/extensions/configured-hook.ts'
import { permissionsAnswer } from '../../../protocol/messages/commands/permissions.ts'
import { headerOf, knownCell } from '../../../protocol/messages/commands/table-cells.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { table } from '../../../protocol/messages/table.ts'
import { paragraphs, shown } from '../answer.ts'
import { described } from '../described.ts'

export const hooksCommand: Command = {
  ...described('hooks'),
  group: 'permissions',
  headless: true,
  beside: true,
  async run(_, { hooks: list }) {
    const all = await list()
    if (all.length === 0) return shown(permissionsAnswer('no_hooks'))
    const rows = all.map(hook => [
      hook.event,
      hook.matcher,
      cut(hook.what),
      originOf(hook),
      lastOf(hook.last),
    ])
    return shown(
      paragraphs([
        table(headerOf('event', 'for', 'runs', 'from', 'last_run'), rows),
        ...(all.every(({ active }) => active) ? [] : [permissionsAnswer('hooks_inactive')]),
      ]),
    )
  },
}

const originOf = ({ source, file, active }: ConfiguredHook): Text => {
  const level = knownCell(source)
  const hook = file === undefined ? level : permissionsAnswer('hook_in_file', { source: level, file })
  return active ? hook : permissionsAnswer('hook_inactive', { hook })
}

const lastOf = (last: ConfiguredHook['last']): Text => {
  if (!last) return '-'
  const { outcome, durationMs, decision } = last
  const facts = [knownCell(decision ?? outcome), ...(durationMs === undefined ? [] : [took(durationMs)])]
  return permissionsAnswer('last_run', { facts })
}

const took = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`)

const MAX_CHARS = 50

/** The list tells which it is; the file has all of it. */
const cut = (text: string): string => (text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text)
