import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, makeToolCall, type ToolCallOptions } from '../../../test/support/tool-call.ts'
import { withMoreTime } from '../../../test/support/with-more-time.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { ShellEnd, ShellRun } from '../../protocol/tool.ts'
import type { SessionProcesses } from './processes.ts'

const said = ({ notice }: ShellEnd): string | undefined =>
  notice === undefined ? undefined : inEnglish(notice)

const shell = (command: string, options: ToolCallOptions = {}, more: Partial<ShellRun> = {}) => {
  const call = makeToolCall(options)
  const end = call.processes.shell({
    command,
    timeoutMs: 30_000,
    signal: call.signal,
    hardened: call.readOnly,
    ...more,
  })
  return Object.assign(end, { call })
}

test.each([
  ['a plain end', 'cd sub', 0, true],
  ['exit', 'cd sub; exit 3', 3, true],
  ['set -e', 'set -e; cd sub; false; cd /', 1, true],
  ['an error of the shell', 'cd sub; set -u; : $nothing', 127, true],
  ['a trap of its own', "trap 'echo bye' EXIT; cd sub", 0, true],
  ['no overwriting', 'set -C; cd sub', 0, true],
  ['a pwd of its own', 'pwd() { echo /; }; cd sub', 0, true],
  ['a subshell', '(cd sub)', 0, false],
  ['exec', 'cd sub; exec sh -c "exit 4"', 4, false],
  ['a signal to itself', 'cd sub; kill -KILL $$', null, false],
])(
  'the directory after %s is known, with the exit code of the command',
  async (_name, command, code, moves) => {
    const cwd = makeDirectory()
    mkdirSync(join(cwd, 'sub'))
    const run = shell(command, { cwd })
    const end = await run
    const sub = join(cwd, 'sub')
    expect([end.code, run.call.cwd]).toEqual([code, moves ? sub : cwd])
    expect(said(end)).toBe(moves ? `The current directory is now ${sub}.` : undefined)
  },
)

test('without a directory to write to a command says which one, and what to do', async () => {
  const file = join(makeDirectory(), 'file')
  writeFileSync(file, '')
  await expect(shell('true', { outputDir: join(file, 'output') })).rejects.toThrow(
    `Commands need a directory that can be written to, and ${join(file, 'output')} is none (ENOTDIR).`,
  )
})

test('a syntax error is an exit code and a message, and changes nothing', async () => {
  const run = shell('cd /; if')
  const end = await run
  expect([end.code !== 0, /syntax error/.test(end.output), said(end)]).toEqual([true, true, undefined])
})

test('a directory outside is not kept and that is said', async () => {
  const run = shell('cd /')
  const end = await run
  expect([said(end), run.call.cwd]).toEqual([
    `/ is outside the working directories; the next command starts in ${run.call.cwd} again.`,
    run.call.cwd,
  ])
})

test('a directory that is gone is replaced by the project', async () => {
  const root = makeDirectory()
  const sub = join(root, 'sub')
  const call = makeToolCall({ cwd: sub, roots: [root] })
  rmSync(sub, { force: true, recursive: true })
  const end = await call.processes.shell({
    command: 'pwd',
    timeoutMs: 5000,
    signal: call.signal,
    hardened: false,
  })
  expect([end.output, said(end), call.cwd]).toEqual([
    `${root}\n`,
    `${sub} does not exist any more; the command ran in ${root}.`,
    root,
  ])
})

test('output opened by name works', async () => {
  expect((await shell('echo a; echo b > /dev/stderr; echo c | tee /dev/stdout')).output).toBe('a\nb\nc\nc\n')
})

test('quotes, newlines and odd characters reach bash as they are', async () => {
  expect((await shell(`echo 'it'"'"'s' "$0"; echo "\\$x\n*"`)).output).toBe("it's bash\n$x\n*\n")
})

test.each([false, true])('messages of bash name the line of the command (hardened: %j)', async readOnly => {
  const { output } = await shell('echo "$BASH_VERSION"\nno-such-command', { readOnly })
  // Bash 3.2 counts otherwise in what is evaluated, and is off by one.
  const line = output.startsWith('3.') ? 1 : 2
  expect(output.split('\n')[1]).toBe(`bash: line ${line}: no-such-command: command not found`)
})

test('children carry the marks and none of the credentials', async () => {
  const env = {
    PATH: process.env['PATH'],
    KEPT: '1',
    ANTHROPIC_API_KEY: 's',
    ANTHROPIC_AUTH_TOKEN: 's',
    CLAUDE_CODE_OAUTH_TOKEN: 's',
    CAPSTAN_API_KEY: 's',
    CAPSTAN_X_TOKEN: 's',
    AWS_BEARER_TOKEN_BEDROCK: 's',
    NODE_COMPILE_CACHE: '/x',
    NODE_OPTIONS: '--no-warnings',
  }
  const run = shell('env', { env })
  const seen = Object.fromEntries(
    (await run).output
      .trim()
      .split('\n')
      .map(line => line.split('=')),
  )
  const { CAPSTAN_TASK_ID, PATH, PWD, SHLVL, _, OLDPWD, ...rest } = seen
  expect([rest, CAPSTAN_TASK_ID?.length]).toEqual([
    {
      KEPT: '1',
      NODE_OPTIONS: '--no-warnings',
      CLAUDECODE: '1',
      CAPSTAN: '1',
      CLAUDE_PROJECT_DIR: run.call.cwd,
      CAPSTAN_PROJECT_DIR: run.call.cwd,
    },
    36,
  ])
})

test('a hardened run takes no program from the environment, the project or its git settings', async () => {
  const cwd = makeDirectory()
  const bin = join(cwd, 'bin')
  const evil = join(cwd, 'evil')
  mkdirSync(bin)
  for (const file of [evil, join(bin, 'ls')]) {
    writeFileSync(file, `#!/bin/sh\necho pwned >> ${cwd}/pwned\n`)
    chmodSync(file, 0o755)
  }
  const options = {
    cwd,
    env: { PATH: `${bin}:.:${process.env['PATH']}`, BASH_ENV: evil, GIT_EXTERNAL_DIFF: evil, HOME: cwd },
  }
  const git = 'git -c user.name=a -c user.email=a@b -c init.defaultBranch=main'
  await shell(
    `${git} init -q . && echo a > f && ${git} add f && ${git} commit -qm x && echo b > f
    git config core.fsmonitor ${evil}; git config diff.external ${evil}; git config diff.t.textconv ${evil}
    echo '* diff=t' > .gitattributes; rm -f pwned`,
    { cwd },
  )
  rmSync(join(cwd, 'pwned'), { force: true })
  const end = await shell('ls; git status --short; git diff; git log -p -1; git -C . show HEAD', {
    ...options,
    readOnly: true,
  })
  const pwned = existsSync(join(cwd, 'pwned'))
  await shell('git diff', options)
  expect(existsSync(join(cwd, 'pwned'))).toBe(true)
  expect([end.code, pwned, /^\+b$/m.test(end.output)]).toEqual([0, false, true])
})

test('a hardened run takes no program from a repository within the repository', async () => {
  const cwd = makeDirectory()
  // As long as before, and of another time: only then does git always read it, through the filter, to see what changed.
  const git = 'git -c user.name=a -c user.email=a@b -c init.defaultBranch=main'
  await shell(
    `${git} init -q . && mkdir sub && cd sub && ${git} init -q . && echo a > f && echo '* filter=evil' > .gitattributes
    ${git} add . && ${git} commit -qm x && git config filter.evil.clean 'touch ${cwd}/pwned; cat' && cd ..
    printf '[submodule "sub"]\\npath = sub\\nurl = x\\nignore = none\\n' > .gitmodules
    ${git} add . 2>/dev/null && ${git} commit -qm y; echo b > sub/f; touch -d 2001-01-01 sub/f; rm -f pwned`,
    { cwd },
  )
  const end = await shell('git status --short; git diff; git diff HEAD; git log -p -1; git show', {
    cwd,
    readOnly: true,
  })
  const pwned = existsSync(join(cwd, 'pwned'))
  await shell('git status', { cwd })
  expect([end.code, pwned, existsSync(join(cwd, 'pwned'))]).toEqual([0, false, true])
})

test('a hardened run fetches nothing that a repository lacks', async () => {
  const cwd = makeDirectory()
  const git = 'git -c user.name=a -c user.email=a@b -c init.defaultBranch=main'
  await shell(
    `${git} init -q . && echo a > f && ${git} add . && ${git} commit -qm x
    blob=$(git rev-parse HEAD:f); rm -f ".git/objects/\${blob:0:2}/\${blob:2}" f
    git config core.repositoryformatversion 1; git config extensions.partialClone o; git config remote.o.promisor true
    git config remote.o.url ${cwd}; git config remote.o.uploadpack 'touch ${cwd}/pwned;'`,
    { cwd },
  )
  await shell('git show HEAD', { cwd, readOnly: true })
  const pwned = existsSync(join(cwd, 'pwned'))
  await shell('git show HEAD', { cwd })
  expect([pwned, existsSync(join(cwd, 'pwned'))]).toEqual([false, true])
})

test('a hardened run takes no program from a working directory that PATH names through a link', async () => {
  const cwd = makeDirectory()
  const other = makeDirectory()
  writeFileSync(join(cwd, 'ls'), `#!/bin/sh\necho pwned\n`)
  chmodSync(join(cwd, 'ls'), 0o755)
  symlinkSync(cwd, join(other, 'link'))
  const run = (path: string) =>
    shell('ls', { cwd, readOnly: true, env: { PATH: `${path}:${process.env['PATH']}` } })
  expect((await run(join(other, 'link'))).output).toBe('ls\n')
  expect((await run(`${other}/../${basename(cwd)}`)).output).toBe('ls\n')
})

test('a background child is ended with the command and does not hold it up', async () => {
  const started = performance.now()
  const end = await shell('sleep 50 & echo $!')
  expect([said(end), performance.now() - started < 20_000]).toEqual([
    'Background processes that the command left running were ended. Use run_in_background for those.',
    true,
  ])
  expect(existsSync(`/proc/${end.output.trim()}/cwd`)).toBe(false)
})

test.runIf(process.platform === 'linux')('an interrupt ends children in sessions of their own', async () => {
  const controller = new AbortController()
  const run = shell(
    'for i in 1 2 3; do setsid bash -c \'trap "" TERM; touch pid.$$; while :; do sleep 0.1; done\' & done; wait',
    { limits: { abortGraceMs: 100 } },
    { signal: controller.signal },
  )
  const pids = () => readdirSync(run.call.cwd).filter(name => name.startsWith('pid.'))
  while (pids().length < 3) await new Promise(resolve => setTimeout(resolve, 10))
  controller.abort()
  const end = await run
  const alive = pids().filter(name => existsSync(`/proc/${name.slice(4)}/cwd`))
  expect([end.ended, alive]).toEqual(['abort', []])
})

test('100 MB of output stay in the file, not in memory', async () => {
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const end = await shell('head -c 100000000 /dev/zero | tr "\\0" x')
  clearInterval(watch)
  rmSync(end.outputFile!, { force: true })
  expect([end.outputBytes, end.output.length < 200_000]).toEqual([100_000_000, true])
  expect(peak - before).toBeLessThan(50_000_000)
})

test('a flood is ended at the limit', async () => {
  const end = await shell('yes', { limits: { floodBytes: 1_000_000, abortGraceMs: 100 } })
  expect(said(end)).toBe('The command was ended because it printed more than 1000000 bytes.')
})

test('a program gets its arguments as they are, and is bounded in bytes and time', async () => {
  const { processes, cwd, signal } = makeToolCall()
  const run = (file: string, args: readonly string[], more = {}) =>
    processes.program({ file, args, cwd, signal, timeoutMs: 20_000, maxBytes: 1000, ...more })
  const said = await run('/bin/echo', ['$HOME', '; ls', '*'])
  const endless = await run('/usr/bin/yes', [])
  const slow = await run('/bin/sleep', ['60'], { timeoutMs: 100 })
  const aborted = await run('/bin/sleep', ['60'], { signal: AbortSignal.abort() })
  expect([
    [Buffer.from(said.stdout).toString(), said.code, said.cut, said.timedOut],
    [endless.stdout.length, endless.cut],
    [slow.timedOut, slow.code],
    [aborted.timedOut, aborted.code],
  ]).toEqual([
    ['$HOME ; ls *\n', 0, false, false],
    [1000, true],
    [true, null],
    [false, null],
  ])
  await expect(run('/nowhere/x', [])).rejects.toMatchObject({ name: 'ToolError' })
})

test('no directory file is left behind', async () => {
  const run = shell('seq 1 20000')
  const { outputFile } = await run
  expect(readdirSync(join(outputFile!, '..')).map(name => name.replace(/.*\./, ''))).toEqual(['txt'])
  expect(readFileSync(outputFile!, 'utf8').length).toBeGreaterThan(30_000)
})

const until = async (ready: () => boolean) => {
  while (!ready()) await new Promise(resolve => setTimeout(resolve, 10))
}

test('a command in the background is a task with a file that can be read at once', async () => {
  const { processes, tasks, signal } = makeToolCall()
  const task = await processes.background({
    command: 'echo one; exit 3',
    description: 'demo',
    toolUseId: 't1',
  })
  const empty = existsSync(task.outputFile!)
  const end = await tasks.output(task.id, { waitMs: 30_000, signal })
  expect([empty, end.text, end.task]).toEqual([
    true,
    'one\n',
    { ...task, status: 'failed', exitCode: 3, endedAt: expect.any(Number) },
  ])
  expect(task).toMatchObject({ command: 'echo one; exit 3', description: 'demo', toolUseId: 't1' })
})

test('a command in the background does not move the session to another directory', async () => {
  const call = makeToolCall()
  mkdirSync(join(call.cwd, 'sub'))
  const before = call.cwd
  const task = await call.processes.background({ command: 'cd sub', description: 'x' })
  await call.tasks.output(task.id, { waitMs: 30_000, signal: call.signal })
  expect(call.cwd).toBe(before)
})

test('a read-only command is hardened in the background too', async () => {
  const call = makeToolCall({ env: { PATH: process.env['PATH'], BASH_ENV: '/nowhere', EDITOR: 'x' } })
  const command = 'echo "[$BASH_ENV$EDITOR]"'
  const task = await call.processes.background({ command, description: 'x', hardened: true })
  expect((await call.tasks.output(task.id, { waitMs: 30_000, signal: call.signal })).text).toBe('[]\n')
})

test('at the time limit a command goes on in the background, with all its output', async () => {
  const attempt = async (timeoutMs: number) => {
    const run = shell(
      'echo before; until [ -e go ]; do sleep 0.02; done; echo after',
      {},
      { timeoutMs, atTimeout: 'background', description: 'slow', toolUseId: 't2' },
    )
    return { end: await run, call: run.call }
  }
  const { end, call } = await withMoreTime(300, attempt, run => run.end.output !== '')
  const { tasks, cwd, signal } = call
  const running = tasks.get(end.taskId!)
  writeFileSync(join(cwd, 'go'), '')
  const whole = await tasks.output(end.taskId!, { waitMs: 30_000, signal })
  expect([end.ended, end.output, running?.status, running?.toolUseId]).toEqual([
    'timeout',
    'before\n',
    'running',
    't2',
  ])
  expect([whole.text, whole.task.status, whole.task.exitCode]).toEqual(['before\nafter\n', 'completed', 0])
})

test('a command that was moved outlives the interrupt of the turn', async () => {
  const controller = new AbortController()
  const run = shell(
    'until [ -e go ]; do sleep 0.02; done',
    {},
    { timeoutMs: 100, atTimeout: 'background', signal: controller.signal },
  )
  const { taskId } = await run
  controller.abort()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(run.call.tasks.get(taskId!)?.status).toBe('running')
  expect((await run.call.tasks.stop(taskId!)).status).toBe('stopped')
})

test('background work that is switched off is refused, and a time limit ends the command', async () => {
  const options = { settings: { backgroundOff: true }, limits: { timeoutGraceMs: 100 } }
  const run = shell('sleep 60', options, { timeoutMs: 100, atTimeout: 'background' })
  expect(await run).toMatchObject({ ended: 'timeout', signal: 'SIGTERM' })
  await expect(run.call.processes.background({ command: 'true', description: '' })).rejects.toThrow(
    'switched off',
  )
  expect(run.call.tasks.list()).toEqual([])
})

test('a command that takes longer than it is waited for goes on in the background, whatever its text is', async () => {
  const run = shell('sleep 30; git status; wait', {}, { foregroundMs: 300 })
  const end = await run
  expect([end.ended, end.foregroundMs, end.taskId === undefined]).toEqual(['exit', 300, false])
  await (run.call.processes as SessionProcesses)[Symbol.asyncDispose]()
  const quick = await shell('echo done', {}, { foregroundMs: 20_000 })
  expect([quick.output, quick.taskId]).toEqual(['done\n', undefined])
})

test('a command is moved to the background on request, that of one call or all', async () => {
  const call = makeToolCall()
  const processes = call.processes as SessionProcesses
  const start = (toolUseId: string) =>
    processes.shell({
      command: `touch ${toolUseId}; sleep 60`,
      timeoutMs: 60_000,
      signal: call.signal,
      hardened: false,
      toolUseId,
    })
  const [one, two, three] = [start('c1'), start('c2'), start('c3')]
  await until(() => ['c1', 'c2', 'c3'].every(name => existsSync(join(call.cwd, name))))
  const first = processes.moveToBackground('c1')
  const rest = processes.moveToBackground()
  const ends = await Promise.all([one, two, three])
  expect([first, rest, ends.map(end => [end.ended, end.taskId !== undefined])]).toEqual([
    1,
    2,
    Array(3).fill(['exit', true]),
  ])
  await Promise.all(call.tasks.list().map(task => call.tasks.stop(task.id)))
})

test.runIf(process.platform === 'linux')('stopping a task ends everything it started', async () => {
  const call = makeToolCall({ limits: { abortGraceMs: 100 } })
  const keep = 'trap "" TERM; sh -c "touch pid.\\$PPID"; while :; do sleep 0.05; done'
  const task = await call.processes.background({
    command: `for i in 1 2 3; do setsid bash -c '${keep}' & done; (${keep}) & wait`,
    description: 'many',
  })
  const pids = () => readdirSync(call.cwd).filter(name => name.startsWith('pid.'))
  await until(() => pids().length === 4)
  await call.tasks.stop(task.id)
  expect(pids().filter(name => existsSync(`/proc/${name.slice(4)}/cwd`))).toEqual([])
})

test.runIf(process.platform === 'linux')('what left its command behind ends with the session', async () => {
  // It has left when the file is there: before, it ends with the command's own group.
  const leave = 'setsid sh -c "touch left; exec sleep 300" >/dev/null & echo $!'
  const run = shell(`${leave}; until [ -e left ]; do sleep 0.02; done`)
  const pid = (await run).output.trim()
  const alive = existsSync(`/proc/${pid}/cwd`)
  await (run.call.processes as SessionProcesses)[Symbol.asyncDispose]()
  expect([alive, existsSync(`/proc/${pid}/cwd`)]).toEqual([true, false])
})

/** In a session of its own, without environment, parents or any of our streams. */
const ESCAPED = `(env -i "$(type -P setsid)" "$(type -P bash)" -c 'echo > pid.$$; exec /bin/sleep 300' >/dev/null 2>&1 </dev/null &)`
const escaped = (cwd: string) => {
  const pids = readdirSync(cwd).filter(name => name.startsWith('pid.'))
  return { started: pids.length, alive: pids.filter(name => existsSync(`/proc/${name.slice(4)}/cwd`)).length }
}

test.runIf(process.platform === 'linux')(
  'an interrupt ends what cleared its environment and left',
  async () => {
    const controller = new AbortController()
    const run = shell(`${ESCAPED}; ${ESCAPED}; sleep 300`, {}, { signal: controller.signal })
    await until(() => escaped(run.call.cwd).started === 2)
    controller.abort()
    expect([(await run).ended, escaped(run.call.cwd)]).toEqual(['abort', { started: 2, alive: 0 }])
  },
)

test.runIf(process.platform === 'linux')(
  'stopping a task ends what cleared its environment and left, and nothing of another task',
  async () => {
    const call = makeToolCall()
    const other = makeToolCall()
    const command = `${ESCAPED}; ${ESCAPED}; sleep 300`
    const task = await call.processes.background({ command, description: 'x' })
    const bystander = await other.processes.background({ command, description: 'x' })
    await until(() => escaped(call.cwd).started + escaped(other.cwd).started === 4)
    await call.tasks.stop(task.id)
    expect([escaped(call.cwd).alive, escaped(other.cwd).alive]).toEqual([0, 2])
    await other.tasks.stop(bystander.id)
    expect(escaped(other.cwd).alive).toBe(0)
  },
)

test.runIf(process.platform === 'linux')(
  'what cleared its environment and left a finished command ends with the session',
  async () => {
    const run = shell(`${ESCAPED}; until ls pid.* 2>/dev/null; do sleep 0.02; done`)
    await run
    const before = escaped(run.call.cwd)
    await (run.call.processes as SessionProcesses)[Symbol.asyncDispose]()
    expect([before, escaped(run.call.cwd)]).toEqual([
      { started: 1, alive: 1 },
      { started: 1, alive: 0 },
    ])
  },
)

test('what a command prints in another encoding is read as that, beside lines in UTF-8', async () => {
  const cwd = makeDirectory()
  const lines = ['连接服务器超时', '用户名或密码错误，请重新输入']
  const gbk = ['c1acbdd3b7fecef1c6f7b3accab1', 'd3c3bba7c3fbbbf2c3dcc2ebb4edcef3a3acc7ebd6d8d0c2cae4c8eb']
  writeFileSync(join(cwd, 'old.log'), Buffer.from(gbk.map(line => `${line}0a`).join(''), 'hex'))
  const end = await shell('echo "ünd 中文"; cat old.log', { cwd })
  expect(end.output).toBe(`ünd 中文\n${lines.join('\n')}\n`)
})

test('what is no text in any encoding stays what it was', async () => {
  const cwd = makeDirectory()
  writeFileSync(join(cwd, 'data'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 0xd8, 0, 0, 0x9c, 10]))
  const { output } = await shell('cat data', { cwd })
  expect(output).toBe(readFileSync(join(cwd, 'data')).toString('utf8'))
})
