import type { NamedServer } from '../../../protocol/extensions/server.ts'
import { normalName } from '../names.ts'

/**
 * Servers that cannot be told from another one by the names of their tools, each with that other one. Whoever needs no
 * approval goes before what a project brings.
 */
export const nameClashes = (
  servers: readonly Pick<NamedServer, 'name' | 'disabled' | 'approval'>[],
): ReadonlyMap<string, string> => {
  const first = new Map<string, string>()
  const clashes = new Map<string, string>()
  const used = servers.filter(({ disabled }) => !disabled)
  const own = used.filter(({ approval }) => !approval)
  for (const { name } of [...own, ...used.filter(({ approval }) => approval)]) {
    const other = first.get(normalName(name))
    if (other === undefined) first.set(normalName(name), name)
    else if (other !== name) clashes.set(name, other)
  }
  return clashes
}
