import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putFiles } from '../support/plugin-world.ts'
import { openWorldHere } from '../support/run-here.ts'

const market = (name: string, files: Readonly<Record<string, string>>) => ({
  '.claude-plugin/marketplace.json': {
    name,
    owner: { name },
    plugins: [{ name: 'fmt', source: './fmt' }],
  },
  'fmt/.claude-plugin/plugin.json': { name: 'fmt', version: '1.0.0' },
  ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`fmt/${path}`, text])),
})

const EXAMPLE = [
  '---',
  'name: reviewer',
  'description: Use it when: code was written.',
  '<example>',
  'Context: the user is done',
  'user: "Please: look"',
  '</example>',
  'tools: Read, Grep',
  '---',
  'You review.',
].join('\n')

test('names with spaces and heads that are no YAML lose nothing, and validate says it', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  const root = putFiles(join(world.root, 'kit'), {
    '.claude-plugin/plugin.json': { name: 'kit' },
    'skills/tidy-up/SKILL.md': '---\nname: Tidy Up Code\ndescription: tidies\n---\nTidy.',
    'commands/go.md': '---\nname: Go Now\ndescription: "Says "go": now"\n---\nGo.',
    'agents/reviewer.md': EXAMPLE,
    'agents/second.md': '---\nname: Second Look\ndescription: looks again\n---\nLook.',
    'agents/lost.md': '---\nname: lost:one\ndescription: has a name that cannot be one\n---\nLost.',
    'agents/bare.md': '# Breaks builds\n\nNo head at all.',
    'agents/quiet.md': '---\nname: quiet\n---\nSays little.',
    'agents/README.md': '# Notes for people',
  })
  const { lines } = await world.stream(['--plugin-dir', root, 'hello'])
  const init = lines.find(({ subtype }) => subtype === 'init')
  expect(init?.['slash_commands']).toEqual(expect.arrayContaining(['kit:tidy-up', 'kit:go']))
  expect(init?.['agents']).toEqual(
    expect.arrayContaining(['kit:reviewer', 'kit:second', 'kit:bare', 'kit:quiet']),
  )
  const validated = await world.run(['plugin', 'validate', root])
  const said = validated.stdout.split('\n').filter(line => /^[!✗]/.test(line))
  expect(said).toEqual([
    expect.stringMatching(/^! skills\/tidy-up\/SKILL\.md: Skill tidy-up: "Tidy Up Code" cannot be a name/),
    expect.stringMatching(
      /^! commands\/go\.md: Command go: the part between the --- lines is not valid YAML/,
    ),
    expect.stringMatching(/^! commands\/go\.md: Command go: "Go Now" cannot be a name/),
    expect.stringMatching(/^✗ agents\/README\.md: Agent README: not an agent/),
    expect.stringMatching(/^! agents\/bare\.md: Agent bare: "name" is missing, so the agent is called bare/),
    expect.stringMatching(/^! agents\/bare\.md: Agent bare: "description" is missing, so the first line/),
    expect.stringMatching(/^✗ agents\/lost\.md: Agent lost: "name" is missing, or holds/),
    expect.stringMatching(/^! agents\/quiet\.md: Agent quiet: "description" is missing, so the first line/),
    expect.stringMatching(/^! agents\/reviewer\.md: Agent reviewer: the part between the --- lines is not/),
    expect.stringMatching(/^! agents\/second\.md: Agent second: "Second Look" cannot be a name/),
  ])
  expect(validated.code).toBe(1)
})

test('two plugins of one name are both in use, the second under its full name', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }, { text: 'ok' }] })
  for (const name of ['one', 'two']) {
    const files = {
      'skills/tidy/SKILL.md': `---\ndescription: tidies as ${name} does\n---\nTidy like ${name}.`,
      'agents/lost.md': '---\nname: lost:one\ndescription: d\n---\nLost.',
      'agents/rev.md': `---\nname: rev\ndescription: reviews for ${name}\n---\nReview.`,
    }
    const at = putFiles(join(world.root, name), market(name, files))
    await world.run(['plugin', 'marketplace', 'add', at])
    expect((await world.run(['plugin', 'install', `fmt@${name}`])).stderr).toBe('')
  }
  const { lines } = await world.stream(['hello'])
  const init = lines.find(({ subtype }) => subtype === 'init')
  expect(init?.['agents']).toEqual(expect.arrayContaining(['fmt:rev', 'fmt@two:rev']))
  expect(init?.['slash_commands']).toEqual(expect.arrayContaining(['fmt:tidy', 'fmt@two:tidy']))
  expect(JSON.stringify(lines)).toContain(
    'Two plugins are called fmt. fmt:… means what fmt@one brings; what fmt@two brings is called fmt@two:….',
  )
  // What is wrong inside is said in the same words by who looks at a directory and who looks at sessions.
  const broken =
    'Agent lost: "name" is missing, or holds spaces, ":" or "/". Add a name such as code-reviewer.'
  expect((await world.run(['plugin', 'validate', join(world.root, 'two')])).stdout).toContain(broken)
  expect((await world.run(['doctor'])).stdout).toContain(broken)
  await world.run(['-p', '/fmt@two:tidy'])
  expect(JSON.stringify(world.server.requests.at(-1))).toContain('Tidy like two.')
  const disabled = await world.run(['plugin', 'disable', 'fmt'])
  expect(disabled.stderr).toMatch(/fmt@one.*fmt@two/)
})

const folder = (name: string) => ({
  [`${name}/.claude-plugin/plugin.json`]: { name, version: '1.0.0' },
  [`${name}/skills/tidy/SKILL.md`]: '---\ndescription: tidies\n---\nTidy.',
  [`${name}/agents/rev.md`]: '---\nname: rev\ndescription: reviews\n---\nReview.',
  [`${name}/hooks/hooks.json`]: {
    hooks: {
      SessionStart: [{ hooks: [{ type: 'command', command: `touch "$CLAUDE_PROJECT_DIR/ran-${name}"` }] }],
    },
  },
})

test('a folder among the own skills that is a plugin is one, until it is disabled', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }, { text: 'ok' }] })
  putFiles(join(world.root, 'config', 'skills'), {
    ...folder('kit'),
    'plain/SKILL.md': '---\ndescription: plain\n---\nPlain.',
  })
  const initOf = async () => {
    const { lines } = await world.stream(['hello'])
    return lines.find(({ subtype }) => subtype === 'init')
  }
  const init = await initOf()
  expect(init?.['plugins']).toEqual([{ name: 'kit', path: join(world.root, 'config/skills/kit') }])
  expect(init?.['skills']).toEqual(expect.arrayContaining(['kit:tidy', 'plain']))
  expect(JSON.stringify(init?.['skills'])).not.toContain('kit:skills')
  expect(init?.['agents']).toContain('kit:rev')
  expect(existsSync(join(world.project, 'ran-kit'))).toBe(true)
  expect((await world.run(['plugin', 'list'])).stdout).toMatch(/kit@skills-dir .*enabled \(your skills\)/)
  expect((await world.run(['plugin', 'uninstall', 'kit'])).stderr).toContain('lies among your skills')
  expect((await world.run(['plugin', 'disable', 'kit'])).code).toBe(0)
  const off = await initOf()
  expect([off?.['plugins'], off?.['agents']]).toEqual([[], expect.not.arrayContaining(['kit:rev'])])
  expect(JSON.stringify(off?.['skills'])).not.toContain('tidy')
})

test('of one among the own skills that cannot be read the command to check it is said as it is typed', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  const root = join(world.root, 'config', 'skills', 'my kit')
  putFiles(root, { '.claude-plugin/plugin.json': { name: 'My Kit' } })
  const { lines } = await world.stream(['hello'])
  expect(JSON.stringify(lines)).toContain(`capstan plugin validate '${root}'`)
})

test('a plugin among the skills of a project runs nothing by itself, trusted or not', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }, { text: 'ok' }] })
  putFiles(join(world.project, '.claude', 'skills'), folder('evil'))
  for (const trust of [undefined, '1']) {
    const { lines } = await world.stream(['hello'], { env: { ...world.env, CAPSTAN_TRUST_WORKSPACE: trust } })
    expect(lines.find(({ subtype }) => subtype === 'init')?.['plugins']).toEqual([])
  }
  expect(existsSync(join(world.project, 'ran-evil'))).toBe(false)
})

test('where an administrator chooses the plugins, a folder among the skills is none', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'ok' }] })
  putFiles(join(world.root, 'config', 'skills'), folder('kit'))
  const policy = JSON.stringify({ strictKnownMarketplaces: [] })
  const { lines } = await world.stream(['--managed-settings', policy, 'hello'])
  expect(lines.find(({ subtype }) => subtype === 'init')?.['plugins']).toEqual([])
  expect(JSON.stringify(lines)).toContain('chooses which plugins may be used')
})
