import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { type Line, openWorld } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const run = promisify(execFile)
const FETCH_MS = 120_000

/** Packages that people install in other agents, with how many skills, agents and hooks they bring at least. */
const COLLECTIONS = [
  { name: 'ecc-universal', plugin: true, skills: 100, agents: 20, hooks: true },
  { name: 'oh-my-claude-sisyphus', plugin: true, skills: 20, agents: 10, hooks: true },
  { name: 'claude-skills', plugin: false, skills: 5, agents: 0, hooks: false },
] as const

/** The unpacked package; undefined: the registry does not answer. */
const fetchPackage = async (name: string, into: string): Promise<string | undefined> => {
  mkdirSync(into, { recursive: true })
  try {
    await run('npm', ['pack', name, '--silent', '--pack-destination', into], { cwd: into, timeout: FETCH_MS })
  } catch {
    return undefined
  }
  const [archive] = readdirSync(into).filter(file => file.endsWith('.tgz'))
  if (archive === undefined) return undefined
  await run('tar', ['xzf', archive], { cwd: into })
  return join(into, 'package')
}

test.for(COLLECTIONS)(
  '$name from npm loads without edits',
  async ({ name, plugin, skills, agents, hooks }, { skip }) => {
    await using tmp = tmpDir()
    const root = await fetchPackage(name, tmp.path)
    if (root === undefined) return skip(`the npm registry did not hand out ${name}`)
    await using world = await openWorld({ replies: [{ text: 'ok', repeat: true }] })
    if (!plugin) cpSync(join(root, 'skills'), join(world.home, '.claude/skills'), { recursive: true })
    const flags = plugin ? ['--plugin-dir', root] : []
    const { lines, code, stderr } = await world.stream([...flags, 'hello'])
    expect([code, stderr]).toEqual([0, expect.not.stringContaining('at ')])
    const init = lines.find(({ subtype }) => subtype === 'init') as Line
    const own = (kind: string) =>
      (init[kind] as readonly string[]).filter(each => !plugin || each.includes(':'))
    expect(own('skills').length).toBeGreaterThanOrEqual(skills)
    if (plugin) expect((init['plugins'] as readonly { name: string }[]).length).toBe(1)
    expect(own('agents').length).toBeGreaterThanOrEqual(agents)
    // What a collection has that does not load is said; nothing of it is a bug of ours.
    const shown = await world.stream([...flags, '/extensions'])
    const page = JSON.stringify(shown.lines)
    expect(page).toContain('tokens in every request')
    expect(hooks && existsSync(join(root, 'hooks/hooks.json'))).toBe(hooks)
    if (hooks) expect(page).toMatch(/hook\s+(?:PreToolUse|SessionStart|UserPromptSubmit|Stop)/)
    // One of them is called by a person as it stands.
    const called =
      own('skills').find(each => /skill-creator|checklist|plan|review/.test(each)) ?? own('skills')[0]
    const reply = await world.stream([...flags, `/${called} look around`])
    expect(reply.code).toBe(0)
    expect(JSON.stringify(world.server.requests.at(-1))).toContain('look around')
  },
)
