import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { findShippedScripts } from '../../features/script/shipped-scripts.ts'
import { hashDefinition } from '../../features/trust/approvals.ts'
import { isObject } from '../../lib/is-object.ts'
import { describeAction, describeFields } from '../../lib/text/describe-fields.ts'
import type { Power, PowerKind } from '../../protocol/extensions/power.ts'

/** Bound to all of `data`, whatever `what` shows of it. */
export const makePower = (kind: PowerKind, what: string, data: unknown): Power => ({
  kind,
  what,
  sha256: hashDefinition({ kind, what, data }),
})

/** Each handler by itself, with its event, its matcher and every field; what has another shape than hooks have is shown whole. */
export const hookPowers = (hooks: unknown, owner = ''): readonly Power[] => {
  if (!isObject(hooks)) return hooks === undefined ? [] : [hookPower(owner, hooks)]
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : [groups]).flatMap((group: unknown): readonly Power[] => {
      if (!isObject(group) || !Array.isArray(group['hooks']))
        return [hookPower(`${owner}${event}: `, { event, group })]
      const { hooks: handlers, ...condition } = group
      const when = Object.keys(condition).length === 0 ? '' : ` (${describeFields(condition, ['matcher'])})`
      return handlers.map((handler: unknown) =>
        makePower('hook', `${owner}${event}${when}: ${describeAction(handler)}`, {
          event,
          condition,
          handler,
        }),
      )
    }),
  )
}

const hookPower = (before: string, data: unknown): Power =>
  makePower('hook', `${before}${describeFields(data)}`, data)

export const serverPower = (kind: 'server' | 'language server', name: string, written: unknown): Power =>
  makePower(kind, `${name}: ${describeFields(written, ['command', 'args'])}`, written)

/** Scripts below a directory that the model may run from their files; each is bound to its content. */
export const scriptPowers = (root: string, owner = ''): readonly Power[] =>
  findShippedScripts(root).map(path =>
    makePower('script', `${owner}${relative(root, path)}`, readFileSync(path, 'utf8')),
  )
