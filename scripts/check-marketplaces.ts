// Installs every plugin that lies in the given marketplaces (checked-out directories) in a home of its own, and says per
// plugin what of it is lost: skills, commands, agents, output styles, hooks, servers. What is there is counted from the
// files alone, by the published format. Starts nothing of any plugin. test/clients/README.md has a list of marketplaces.
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expectedParts, KINDS, type Kind, pluginsIn } from './marketplaces/expected-parts.ts'
import { loadedParts } from './marketplaces/loaded-parts.ts'

const counted = (total: Record<Kind, number>): string =>
  KINDS.map(kind => `${total[kind]} ${kind === 'languageServers' ? 'language servers' : kind}`).join(', ')

const check = async (directory: string): Promise<number> => {
  const { name, here, elsewhere } = pluginsIn(directory)
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-marketplace-')))
  try {
    const { parts, said } = await loadedParts(
      directory,
      here.map(each => each.name),
      home,
    )
    const total = Object.fromEntries(KINDS.map(kind => [kind, 0])) as Record<Kind, number>
    const lines: string[] = []
    for (const plugin of here) {
      const expected = expectedParts(plugin.root, plugin.entry)
      const loaded = parts.get(plugin.name)
      const lost = KINDS.flatMap(kind => {
        total[kind] += expected[kind].length
        const rest = [...(loaded?.[kind] ?? [])]
        return expected[kind].flatMap(each => {
          const at = rest.indexOf(each)
          if (at >= 0) rest.splice(at, 1)
          return at >= 0 ? [] : [`${kind}: ${each.slice(0, 120)}`]
        })
      })
      if (lost.length > 0 || !loaded)
        lines.push(
          `  ${plugin.name}${loaded ? '' : ' is not loaded'}`,
          ...lost.map(each => `    lost ${each}`),
          ...(said.get(plugin.name) ?? []).map(each => `    said: ${each.slice(0, 300)}`),
        )
    }
    process.stdout.write(
      `${name}: ${here.length} plugins (${elsewhere} more lie elsewhere), ${counted(total)}; ${lines.filter(line => line.startsWith('    lost')).length} lost\n${lines.map(line => `${line}\n`).join('')}`,
    )
    return lines.length
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const directories = process.argv.slice(2)
if (directories.length === 0) {
  process.stderr.write('Usage: npm run check:marketplaces -- <directory of a marketplace> …\n')
  process.exit(2)
}
for (const directory of directories)
  if (!existsSync(join(directory, '.claude-plugin/marketplace.json'))) {
    process.stderr.write(`${directory} holds no marketplace: .claude-plugin/marketplace.json is not there.\n`)
    process.exit(2)
  }
let lost = 0
for (const directory of directories) lost += await check(resolve(directory))
process.exitCode = lost > 0 ? 1 : 0
