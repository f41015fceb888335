import { expect, test } from 'vitest'
import type { ToolSpec } from '../../protocol/tool.ts'
import type { DescribedTool } from '../../protocol/tools/described-tool.ts'
import { chooseSandbox, required, withSandbox } from './options.ts'
import { probeSandboxAt } from './probe-sandbox.ts'

const BRIDGE = { command: ['bridge'], files: [] } as const
const at = { home: '/h', configHome: '/h/.capstan', proxy: undefined, bridge: () => BRIDGE }
const bash: DescribedTool = {
  name: 'Bash',
  groups: ['commands'],
  description: 'Runs.',
  input_schema: { type: 'object', properties: { command: {}, dangerouslyDisableSandbox: {} } },
}
const read: ToolSpec = { name: 'Read', description: 'Reads.', input_schema: {} }
const fieldsOf = (specs: readonly ToolSpec[]): readonly string[] =>
  Object.keys((specs[0]?.input_schema['properties'] ?? {}) as object)

test('without the setting there is none, and the model hears nothing of it', async () => {
  expect([chooseSandbox(undefined, at), chooseSandbox({ enabled: false }, at)]).toEqual([
    undefined,
    undefined,
  ])
  const specs = await withSandbox([bash, read], undefined)
  expect([specs[0]?.description, fieldsOf(specs), specs[1]]).toEqual(['Runs.', ['command'], read])
})

test('with it the model is told what holds and how to ask', async () => {
  const choice = chooseSandbox({ enabled: true, network: { allowedDomains: ['a.test'] } }, at)
  const specs = await withSandbox([bash], choice)
  expect(fieldsOf(specs)).toEqual(['command', 'dangerouslyDisableSandbox'])
  expect(specs[0]?.description).toMatch(
    /^Runs\.\nCommands run in a sandbox: .*a\.test.*dangerouslyDisableSandbox: true/,
  )
  expect(choice?.configHomes).toEqual(['/h/.capstan', '/h/.claude'])
})

test('a Chinese prompt is told of it in Chinese', async () => {
  for (const settings of [
    {},
    { network: { allowedDomains: ['a.test'] } },
    { filesystem: { disabled: true } },
    { network: { httpProxyPort: 8080 } },
  ]) {
    const [spec] = await withSandbox([bash], chooseSandbox({ enabled: true, ...settings }, at), 'zh')
    const sentences =
      spec?.description
        .split('\n')[1]
        ?.split('。')
        .filter(part => part !== '') ?? []
    expect(sentences.length).toBeGreaterThan(2)
    for (const sentence of sentences) expect(sentence).toMatch(/\p{Script=Han}/u)
  }
})

test('on macOS the private directory has another name', async () => {
  const choice = chooseSandbox({ enabled: true }, { ...at, platform: 'darwin' })
  const told = async (language: 'en' | 'zh') => (await withSandbox([bash], choice, language))[0]?.description
  expect(await told('en')).toContain(
    'and $TMPDIR (private, other tools do not see it) can be written, not /tmp,',
  )
  expect(await told('zh')).toContain('只能写工作目录和 $TMPDIR')
})

test('where nothing may leave, nothing is offered', async () => {
  const specs = await withSandbox(
    [bash],
    chooseSandbox({ enabled: true, allowUnsandboxedCommands: false }, at),
  )
  expect(fieldsOf(specs)).toEqual(['command'])
  expect(specs[0]?.description).toMatch(/There is no network\.$/)
})

test('where files or hosts are left to others, the model is not told that they are held', async () => {
  const told = async (settings: object) => {
    const choice = chooseSandbox({ enabled: true, allowUnsandboxedCommands: false, ...settings }, at)
    return (await withSandbox([bash], choice))[0]?.description
  }
  expect(await told({ filesystem: { disabled: true } })).toBe(
    'Runs.\nCommands run in a sandbox that restricts the network. There is no network.',
  )
  expect(await told({ network: { httpProxyPort: 8080 } })).toMatch(
    /The network can be reached only through the proxy that is set\.$/,
  )
})

test('who insists on a sandbox is told at once that there is none', async () => {
  const place = { platform: 'linux', env: { PATH: '/nowhere' }, roots: [] }
  const strict = chooseSandbox({ enabled: true, failIfUnavailable: true }, at)
  await expect(required(strict, () => probeSandboxAt(place))).rejects.toMatchObject({
    kind: 'sandbox',
    message: expect.stringMatching(/bubblewrap \(bwrap\) is not installed.*apt-get install bubblewrap/),
  })
  const easy = chooseSandbox({ enabled: true }, at)
  expect(await required(easy, () => probeSandboxAt(place))).toBe(easy)
})
