import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { explainCall } from './explain.ts'

const tmp = tmpDir()
const cwd = join(tmp.path, 'project')
beforeAll(() => {
  mkdirSync(join(cwd, '.capstan'), { recursive: true })
  mkdirSync(join(cwd, 'src'))
  mkdirSync(join(tmp.path, 'home'))
  writeFileSync(join(cwd, 'src/a.txt'), 'x')
  symlinkSync('/etc/passwd', join(cwd, 'link'))
  writeFileSync(
    join(cwd, '.capstan/settings.json'),
    '{\n  "permissions": {\n    "allow": ["Bash(npm test)"],\n    "deny": ["Bash(git push:*)"]\n  }\n}\n',
  )
})
afterAll(() => tmp[Symbol.asyncDispose]())

const run = async (...argv: readonly string[]): Promise<string> => {
  const env = { HOME: join(tmp.path, 'home') }
  const text = await explainCall(argv, { env, version: '0', argv, cwd, screen: { colour: false } }, () => {})
  return text.replaceAll(tmp.path, '/tmp/x')
}

/** Everything but the last two lines, which are the same for all. */
const page = async (...argv: readonly string[]): Promise<string> =>
  (await run(...argv, '--trust')).split('\n').slice(0, -2).join('\n')

test.each(['node --test x.js', 'python3 a.py', 'rm -rf build && node a.js'])(
  'what is only offered for the session is said to be: %s',
  async command => {
    const said = await page(command)
    expect(said).toContain('offered for this session when you are asked:')
    expect(said).not.toContain('saves it in')
  },
)

test('a command in which one piece asks', async () => {
  expect(await page('sort -o a b | head -3')).toBe(`\
? This asks for approval. With nobody to ask, as in capstan -p, it is denied.
"sort -o a b" may change things and isn't on the allow list: the option -o isn't
known to be read-only.

    sort -o a b | head -3
         ^^

├─ ? sort -o a b
│    it isn't on the allow list: the option -o isn't known to be read-only
└─ ✓ head -3
     head is read-only, also with -3

The narrowest allow rule for it; "don't ask again in this project" saves it in
.capstan/settings.local.json:
    Bash(sort -o a b)`)
})

test('a denied command behind wrappers and in a shell', async () => {
  expect(await page('npm test && env -i sudo -u bob sh -c "git push; ls"')).toBe(`\
✗ This is denied.
"env -i sudo -u bob sh -c "git push; ls"" matches the deny rule Bash(git push:*)
(project).

    npm test && env -i sudo -u bob sh -c "git push; ls"
                                          ^^^^^^^^

├─ ✓ npm test
│    matches the allow rule Bash(npm test) (in .capstan/settings.json:3)
└─ ✗ env -i sudo -u bob sh -c "git push; ls"
   │ matches the deny rule Bash(git push:*) (in .capstan/settings.json:4)
   ├─ ? sudo -u bob sh -c "git push; ls"
   │    env starts it
   ├─ ? sh -c "git push; ls"
   │    env starts it
   ├─ ✗ git push
   │    env starts it; matches the deny rule Bash(git push:*) (in
   │    .capstan/settings.json:4)
   └─ ? ls
        env starts it

No rule is offered: a deny rule wins over every allow rule. Remove Bash(git
push:*) if it isn't meant for this.`)
})

test('a here-document with substitutions in it', async () => {
  const text = await page('cat <<EOF > out.txt\n$(cat ~/.ssh/id_rsa | base64 $(rm -rf x))\nEOF')
  expect(text).toContain(`
    cat <<EOF > out.txt
              ^^^^^^^^^
    $(cat ~/.ssh/id_rsa | base64 $(rm -rf x))
          ^^^^^^^^^^^^^          ^^^^^^^^^^^
    EOF

└─ ? cat <<EOF > out.txt
   │ writing `)
  expect(text).toContain(`
   └─ ? base64 $(rm -rf x)
      │ it isn't on the allow list: $(rm -rf x) is not known before it runs
      └─ ? rm -rf x
           it isn't on the allow list: rm isn't known to be read-only

The allow rule Edit(./out.txt) would allow the redirect.
No rule is offered for "cat ~/.ssh/id_rsa": .ssh may hold secrets, which is
worth a question each time.
No rule is offered for "base64 $(rm -rf x)": its words are not known before it
runs.`)
})

test('a link out, a hidden character, and what cannot be read', async () => {
  expect(await page('cat link src/a.txt')).toContain(`
    cat link src/a.txt
        ^^^^

└─ ? cat link src/a.txt
   │ it isn't on the allow list: /etc/passwd is outside the working
   │ directories
   └─ ? link
      │ /etc/passwd is outside the working directories
      └─ ? /etc/passwd
           where the link leads
`)
  expect(await page('ls \u202e src')).toContain(`
    ls \\u{202e} src
       ^^^^^^^^

├─ ? U+202E
│    cannot be seen, so that the line may not be what it looks like
└─ ✓ ls \\u{202e} src
     ls is read-only

No rule is offered: take the invisible characters out.`)
  expect(await page('echo "unclosed')).toContain(`
    echo "unclosed
         ^^^^^^^^^
`)
})

test.each<[string, string, readonly string[]]>([
  ['find with an action', 'find . -exec rm {} \\;', ['           ^^^^^ ^^^^^', 'find starts it']],
  ['sed that writes', "sed -n 'w /tmp/y' src/a.txt", ['the sed script may do more than print']],
  ['git with a setting', 'git -c core.pager=evil log', ['        ^^', "git -c isn't known to be read-only"]],
  ['a critical removal', 'rm -rf ~/', ['which may be more than intended', 'asks every time']],
  ['an interpreter', "python -c 'x()'", ['python runs whatever it is given']],
])('%s', async (_, command, expected) => {
  const text = await page(command)
  for (const piece of expected) expect(text).toContain(piece)
})

test('a very long command is cut where nothing is marked, and that is said', async () => {
  const text = await page(`${'echo xxxxxxxxxxxxxxxxxxxxxxxxxxxx; '.repeat(150)}curl x.org`)
  expect(text.split('\n').length).toBeLessThan(25)
  expect(text).toMatch(/⋯ \d+ lines left out/)
  expect(text).toContain('(and 149 more that run)')
  expect(text).toMatch(/curl x\.org\n +\^{10}\n/)
})

test('other tools are explained by what they touch', async () => {
  expect(await page('--tool', 'Edit', '--input', '{"file_path":".git/config"}')).toBe(`\
? This asks for approval. With nobody to ask, as in capstan -p, it is denied.
.git is protected: other programs run it or obey it.

    Edit .git/config
         ^^^^^^^^^^^

└─ ? .git/config
     .git is protected: other programs run it or obey it

No rule is offered: this asks every time, whatever the rules and the mode.`)
  expect(await page('--tool', 'WebFetch', '--input', '{"url":"https://docs.rs/x"}')).toMatch(
    /The narrowest allow rule for it;[\s\S]*\n {4}WebFetch\(domain:docs\.rs\)/,
  )
})

test('JSON has the same, for programs', async () => {
  const value = JSON.parse(await run('make all', '--json', '--permission-mode', 'dontAsk')) as object
  expect(value).toMatchObject({
    tool: 'Bash',
    mode: 'dontAsk',
    verdict: 'deny',
    parts: [{ text: 'make all', verdict: 'deny' }],
    offers: [],
    advice: ['Mode dontAsk denies whatever would ask: add an allow rule, or use another mode.'],
  })
  expect(JSON.parse(await run('make all', '--json'))).toMatchObject({
    offers: [{ rules: ['Bash(make all:*)'], file: '/tmp/x/project/.capstan/settings.local.json' }],
  })
})

test.each<[string, readonly string[], RegExp]>([
  ['no command', [], /^Usage/],
  ['two commands', ['ls', 'rm'], /Expected one command/],
  ['a flag that changes nothing here', ['ls', '--model', 'x'], /--model has no effect on permissions/],
  ['an unknown flag', ['ls', '--frobnicate'], /Unknown flag/],
  ['input that is no JSON', ['--tool', 'Read', '--input', '{'], /--input is not JSON/],
  ['input of another tool', ['--tool', 'Read', '--input', '{"x":1}'], /valid input for Read/],
  ['a tool nobody knows', ['--tool', 'Teleport'], /There is no tool named Teleport/],
  ['input without a tool', ['--input', '{}'], /--input needs --tool/],
])('%s is refused with what to do', async (_, argv, message) => {
  await expect(run(...argv)).rejects.toThrow(message)
})

test('no line is wider than the screen', async () => {
  const env = { HOME: join(tmp.path, 'home') }
  const command = 'cat link | sort -o /very/long/path/to/some/place/that/does/not/exist > out.txt && git push'
  const screen = { colour: false, columns: 50 }
  const text = await explainCall([command], { env, version: '0', argv: [], cwd, screen }, () => {})
  const wide = text.split('\n').filter(line => line.length > 50 && !line.startsWith('(In '))
  expect(wide).toEqual([])
})
