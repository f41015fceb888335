import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Access } from '../../protocol/access.ts'
import type { Behavior, Decision, Policy, Rule } from '../../protocol/permission.ts'
import { createPermissions } from './permissions.ts'

let home = ''
let cwd = ''
const permissions = createPermissions()

const put = (path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'x')
}
beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'permissions-')))
  cwd = join(home, 'project')
  for (const file of [
    'README.md',
    'src/index.js',
    'docs/a.md',
    'server.log',
    'table.txt',
    '.env.local',
    'private/a',
    'web/a.css',
  ])
    put(join(cwd, file))
  put(join(home, 'secret.md'))
  put(join(home, 'project2/x'))
  put(join(cwd, 'links/plain.md'))
  symlinkSync(join(home, 'secret.md'), join(cwd, 'links/out.md'))
  symlinkSync(join(cwd, 'private'), join(cwd, 'alias'))
  symlinkSync('.env.local', join(cwd, 'innocent.txt'))
  symlinkSync(home, join(cwd, 'up'))
  put(join(cwd, 'hard-a'))
  linkSync(join(cwd, 'hard-a'), join(cwd, 'hard-b'))
  execFileSync('git', ['init', '-q', cwd])
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Rules = Partial<Record<Behavior, readonly string[]>>
const policy = (rules: Rules = {}, more: Partial<Policy> = {}): Policy => ({
  mode: 'default',
  rules: (['allow', 'ask', 'deny'] as const).flatMap(behavior =>
    (rules[behavior] ?? []).map((text): Rule => ({ text, behavior, source: 'project', anchor: cwd })),
  ),
  roots: [cwd],
  cwd,
  home,
  caseSensitive: true,
  ...more,
})
const bash = async (command: string, given: Policy = policy()): Promise<Decision> =>
  permissions.judge({ toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell', command }] }, given)
const file = async (
  kind: 'read' | 'write' | 'search',
  path: string,
  given: Policy = policy(),
): Promise<Behavior> => {
  const toolName = { read: 'Read', write: 'Edit', search: 'Grep' }[kind]
  return (await permissions.judge({ toolName, accesses: [{ kind, path }] }, given)).verdict
}
const verdict = async (command: string, given?: Policy): Promise<Behavior> =>
  (await bash(command, given)).verdict

test.each([
  'git status -s',
  'git log -3 --stat',
  'git diff HEAD -- README.md',
  'git show HEAD --stat',
  'ls -l src',
  'cat src/index.js',
  'head -20 README.md',
  'tail -n 30 server.log',
  'wc -w README.md',
  'grep -n main src/index.js',
  'pwd; ls',
  'cd docs && ls -la',
  'cat missing.txt 2> /dev/null',
  'echo "today: $(date)"',
  '[ -f README.md ] && echo present',
  'LC_ALL=C ls',
  'ls -la | head -5 | wc -l',
  'timeout 5 cat README.md',
  'time ls',
  '/bin/ls',
  'cat *.md',
  'grep -rn x src --include=*.ts',
  'git status -uno',
  'git diff -U5 -M90%',
  'echo src/*.js',
  '\'ls\' -"l"',
  'grep -rn "a b" src',
  'echo $HOME "$PWD"',
  'sleep 2',
  'date +%F',
  'true && false || :',
  'cat < README.md',
  'ls 2>&1 | grep x',
  'ls &>/dev/null',
  'if [ -f README.md ]; then cat README.md; fi',
  '(cd docs; ls)',
  'cat <<E | wc -l\nplain text\nE',
  'printf "%s\\n" "$(date)"',
  'git --no-pager log --oneline -n 5 --format=%h',
  'git diff --stat HEAD~1 src',
  'grep -e x -A3 README.md',
  'test -d src',
  'cd docs && cat a.md',
  'ls \\\n -l',
])('%j is read-only', async command => {
  expect(await bash(command)).toMatchObject({ verdict: 'allow', readOnly: true })
})

test.each([
  'echo x > out.txt',
  'ls >> list.log',
  'rm old.txt',
  'cp a b',
  'git commit -am x',
  'git branch topic',
  "find . -name '*.bak' -delete",
  'find . -exec ls {} \\;',
  'sed -i s/x/y/ a.md',
  'awk \'BEGIN{system("date")}\'',
  'sort -o a.txt a.txt',
  'rg --pre cat x',
  "git -c alias.x='!date' x",
  'git diff --output=d.txt',
  'xargs rm < list',
  'curl https://example.net',
  'ping example.net',
  'cat ~/.netrc',
  'cat ../secret.md',
  'cat .env.local',
  'env | sort',
  'echo $(touch f)',
  'eval "date"',
  'python -c "print(2)"',
  'npm run dev',
  'sudo id',
  'LD_LIBRARY_PATH=. ls',
  'ls; rm x',
  'echo ${v@P}',
  'git log -1\nrm x',
])('%j asks, as the public examples say', async command => {
  expect(await verdict(command)).toBe('ask')
})

test.each([
  // other languages and hidden text
  'ls\r',
  'ls\u200b',
  'l\u0073\u202e',
  'ls\u00a0-l',
  'ls \u{e0041}',
  'if',
  'echo "',
  '',
  '# only a comment',
  // dynamic names and words
  '$X',
  'l$X',
  '"$(echo ls)"',
  'ls $X',
  'cat "$X"',
  'cat {README.md,../secret.md}',
  'cat `echo x`',
  'cat <(touch x)',
  'cat >(ls)',
  'echo $SECRET',
  'echo "${SECRET}"',
  'echo ${!x}',
  'echo ${x:=1}',
  'echo ${HOME:0:1}',
  'echo $((x))',
  'echo $[1]',
  'echo $1',
  'echo ~root',
  'echo /etc/*',
  'echo ~/.ssh/*',
  'printf %s ../*.md',
  'cat <<E\n$SECRET\nE',
  'cat <<< "$SECRET"',
  'printf "$X"',
  'echo $"x"',
  // evaluation in harmless-looking places
  "test -v 'a[$(rm x)]'",
  "[ -v 'a[$(rm x)]' ]",
  '[[ -v a ]]',
  'test $(cat README.md)',
  '[ $(cat README.md) = x ]',
  "printf '%n' 'a[$(rm x)]'",
  'printf -v x y',
  "printf '%*n' x",
  'test "$(cat a)" "$(cat b)"',
  '[ -f README.md -a -v x ]',
  '(( x ))',
  'let x=1',
  '[ -f README.md',
  // state, definitions, builtins
  'X=1',
  'PATH=. ls',
  'IFS=/ ls',
  'PAGER=x git log',
  'export A=b',
  'ls() { rm x; }; ls',
  'alias ls=rm',
  'source README.md',
  '. README.md',
  'exec ls',
  'trap "rm x" EXIT',
  'set -x',
  'shopt -s dotglob; ls',
  'hash -p /tmp/x ls',
  'enable -f x y',
  'for PATH in .; do ls; done',
  'for f in *.md; do cat README.md; done',
  'while true; do cd docs; done',
  'declare -x A=1',
  'read x',
  'mapfile -C rm x',
  'coproc { ls; }',
  'bind x',
  'wait',
  // paths
  'cat /etc/passwd',
  'ls /',
  'cat ~/secret.md',
  'cat links/out.md',
  'cat links/*.md',
  'cat up/secret.md',
  'cat innocent.txt',
  `cat ${'../project2/x'}`,
  'cat src/../../secret.md',
  'cat new/../README.md',
  'head ../project2/x',
  'ls up',
  'cat < ../secret.md',
  'grep x ../secret.md',
  'grep -f ../secret.md README.md',
  'grep --file=../secret.md x README.md',
  'grep -f../secret.md x README.md',
  'ls ../..',
  'cat .*/a',
  'cat ~+/x',
  'cat up/project2/x',
  // sensitive
  'cat .env',
  'cat .ENV',
  'cat src/.env.production',
  'cat key.pem',
  'cat id_rsa',
  'cat .npmrc',
  'head .ssh/config',
  'cat .env*',
  'cat .e*',
  'cat *.pem',
  'cat id_*',
  'cat *',
  'cat .*',
  'grep x c*.json',
  'git show HEAD:.env',
  'git show :0:.env.local',
  'git diff -- .env.local',
  'git log -p .env',
  'git log -M .env',
  'git diff -U .env',
  'git status -u .env',
  'grep --file=* x README.md',
  'wc -l < .env.local',
  'cat credentials.json',
  // options
  'ls -L up',
  'grep -R x .',
  'grep --dereference-recursive x .',
  'date -s x',
  'date 010100002030',
  'date --set=x',
  'date -f x',
  'date *',
  'tail -f x',
  'tail --pid=1 x',
  'wc --files0-from=x',
  'git log --output=x',
  'git diff --ext-diff',
  'git show --textconv',
  'git diff --no-index /etc/passwd README.md',
  'git diff /etc/passwd README.md',
  'git -C .. status',
  'git --git-dir=x log',
  'git -p log',
  'git --paginate log',
  'git --exec-path=x log',
  'git log --format=%G?',
  'git log --pretty=mine',
  'git log *',
  'git log --show-signature',
  'git diff --outp=x',
  'git log -L1,2:README.md',
  'git stash',
  'git status --column',
  'grep --fil=x y',
  'sleep x',
  'pwd x',
  'cat --unknown',
  'ls -\\-x',
  'git log -O../x',
  'git log --relative=../..',
  // directories
  'cd',
  'cd -',
  'cd ..',
  'cd /',
  'cd ~',
  'cd up && cat secret.md',
  'cd docs && cat ../../secret.md',
  'cd docs && git status',
  'cd docs; git log',
  'cd $X && ls',
  'pushd docs',
  'cd docs/../.. && ls',
  'cd nodocs && cat ../README.md; cat ../secret.md',
  'cd -P docs',
  'if true; then cd up; fi; cat secret.md',
  // redirects
  'ls > src/index.js',
  'ls >| x',
  'ls &> x',
  'ls >& x',
  'ls <> x',
  'ls 2> err',
  'cat < /dev/tcp/a/1',
  'ls > "$X"',
  'ls {fd}> x',
  '> x',
  '{ ls; } > x',
  '(ls) >> x',
  'ls > ~/x',
  'ls > /dev/stdout',
  // nested and joined
  'ls & rm x',
  'ls | xargs rm',
  'ls || rm x',
  'ls && (rm x)',
  'echo "$(rm x)"',
  'echo `rm x`',
  'cat <<E\n$(rm x)\nE',
  'echo 1<(rm x)',
  'cat <(ls)#; rm x',
  'nohup ls',
  'xargs ls',
  'timeout -x 5 ls',
  'timeout 5 rm x',
  'env ls',
  'command rm x',
  './ls',
  '../ls',
  '/tmp/ls',
  '~/ls',
  'nice -n 5 rm x',
  'stdbuf -o0 rm x',
  'time rm x',
  '! rm x',
  'builtin echo x; rm y',
])('%j asks', async command => {
  expect(await bash(command)).toMatchObject({ verdict: 'ask', readOnly: false })
})

test.each<[Rules, string, Behavior, Partial<Policy>?]>([
  [{ allow: ['Bash(go test:*)'] }, 'go test ./...', 'allow'],
  [{ allow: ['Bash(go test *)'] }, 'go test', 'allow'],
  [{ allow: ['Bash(go test:*)'] }, 'go testing', 'ask'],
  [{ allow: ['Bash(go test:*)'] }, 'go test ./... && go install', 'ask'],
  [{ allow: ['Bash(go test:*)'] }, 'go test ./... | head -5', 'allow'],
  [{ allow: ['Bash(go:*)'], deny: ['Bash(go install:*)'] }, 'FOO=1 go install ./x', 'deny'],
  [{ allow: ['Bash(yarn lint)'] }, 'YARN_IGNORE_PATH=1 yarn lint', 'ask'],
  [{ allow: ['Bash(yarn lint)'] }, 'CI=1 yarn lint', 'allow'],
  [{ allow: ['Bash(yarn lint)'] }, 'time yarn lint', 'allow'],
  [{ allow: ['Bash(yarn lint)'] }, 'timeout 60 yarn   lint', 'allow'],
  [{ allow: ['Bash(yarn lint)'] }, 'yarn lint > lint.txt', 'ask'],
  [{ allow: ['Bash(yarn lint)', 'Edit(lint.txt)'] }, 'yarn lint > lint.txt', 'allow'],
  [{ allow: ['Bash'] }, 'yarn lint > lint.txt', 'allow'],
  [{ allow: ['Bash(*)'] }, 'yarn lint > ../lint.txt', 'ask'],
  [{ allow: ['Bash'] }, 'yarn lint > .git/config', 'ask'],
  [{ allow: ['Bash'] }, 'echo x | tee .husky/pre-commit', 'ask'],
  [{ allow: ['Bash'] }, 'cp evil/.npmrc .', 'ask'],
  [{ allow: ['Bash'] }, 'sudo tee -a .bashrc', 'ask'],
  [{ allow: ['Bash'] }, 'sh -c "cat x > .git/hooks/post-commit"', 'ask'],
  [{ allow: ['Bash'] }, 'f() { ls; }; f', 'allow'],
  [{ allow: ['Bash'] }, 'ls\u200b', 'ask'],
  [{ allow: ['Bash(npm:*)'] }, 'npm() { rm x; }; npm ci', 'ask'],
  [{ allow: ['Bash(npm:*)'] }, './npm ci', 'ask'],
  [{ allow: ['Bash(npm:*)'] }, '/usr/bin/npm ci', 'allow'],
  [{ allow: ['Bash(npm:*)'] }, '/tmp/npm ci', 'ask'],
  [{ allow: ['Bash(npm ci)'] }, '"npm ci"', 'ask'],
  [{ allow: ['Bash(npm:*)'] }, 'npm ci $(rm x)', 'ask'],
  [{ allow: ['Bash(npm:*)'] }, 'npm ci ${v@P}', 'ask'],
  [{ allow: ['Bash(npm:*)'] }, '$X npm ci', 'ask'],
  [{ allow: ['Bash(watch:*)', 'Bash(env:*)', 'Bash(find:*)', 'Bash(timeout:*)'] }, 'watch ls', 'ask'],
  [{ allow: ['Bash(find:*)'] }, 'find . -name x', 'allow'],
  [{ allow: ['Bash(find:*)'] }, 'find . -exec rm {} +', 'ask'],
  [{ allow: ['Bash(find:*)'] }, 'find . -delete', 'ask'],
  [{ allow: ['Bash(find . -delete)'] }, 'find . -delete', 'allow'],
  [{ allow: ['Bash(timeout:*)'] }, 'timeout 5 rm x', 'ask'],
  [{ allow: ['Bash(xargs:*)'] }, 'xargs -n1 rm', 'ask'],
  [{ allow: ['Bash(git * main)'] }, 'git push main', 'allow'],
  [{ allow: ['Bash(git commit:*)'] }, 'git commit -m "a; rm x"', 'allow'],
  [{ allow: ['Bash(git commit:*)'] }, 'git commit -m "$(rm x)"', 'ask'],
  [{ deny: ['Bash(rm:*)'] }, 'rm x', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, '\\rm x', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, '/bin/rm x', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, "'r'm x", 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'A=1 sudo -u bob rm x', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'env -i A=b rm x', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'xargs -I{} rm {}', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, "bash -c 'ls; rm x'", 'deny'],
  [{ deny: ['Bash(rm:*)'] }, "sh -ec 'rm x'", 'deny'],
  [{ deny: ['Bash(rm:*)'] }, "eval 'rm x'", 'deny'],
  [{ deny: ['Bash(rm:*)'] }, "trap 'rm x' EXIT", 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'find . -exec rm {} \\;', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'echo $(echo `rm x`)', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'sudo env A=1 sh -c "timeout 5 sh -c \'rm x\'"', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, "watch -n1 'rm x'", 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'flock lock rm x', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'nice -n 3 timeout -k 1 5 rm x', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'rm x; if', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'coproc rm x', 'deny'],
  [{ deny: ['Bash(rm:*)'] }, 'echo rm', 'allow'],
  [{ deny: ['Bash(rm:*)'] }, `${'ls; '.repeat(60)}rm x`, 'deny'],
  [{ deny: ['Bash(rm:*)'] }, `echo ${'x'.repeat(1_100_000)}; rm x`, 'deny'],
  [{ ask: ['Bash(git log:*)'], allow: ['Bash'] }, 'ls && git log', 'ask'],
  [{ deny: ['Bash'] }, 'ls', 'deny'],
  [{ deny: ['*'] }, 'ls', 'deny'],
  [{ deny: ['Bash(run_in_background:true)'] }, 'ls', 'allow'],
  [{ allow: ['Bash(ruff:*)'], deny: ['Read(private/**)'] }, 'ruff check . < private/cfg', 'deny'],
  [{ deny: ['Read(private/**)'] }, 'cat private/a', 'deny'],
  [{ deny: ['Read(private/**)'] }, 'cat alias/a', 'deny'],
  [{ deny: ['Read(private/**)'] }, 'cat private/*', 'deny'],
  [{ deny: ['Read(private/**)'] }, 'cd private && cat a', 'deny'],
  [{ deny: ['Read(private/**)'], allow: ['Bash'] }, 'sudo sed -n 1p private/a', 'deny'],
  [{ deny: ['Read(private/**)'], allow: ['Bash'] }, 'cat p*/a', 'deny'],
  [{ deny: ['Read(private/**)'] }, 'grep -r x .', 'ask'],
  [{ deny: ['Read(private/**)'] }, 'cat README.md', 'allow'],
  [{ deny: ['Edit(web/**)'], allow: ['Bash'] }, 'echo x > web/a.css', 'deny'],
  [{ deny: ['Edit(web/**)'], allow: ['Bash'] }, 'cp README.md web', 'deny'],
  [{ deny: ['Edit(web/**)'], allow: ['Bash'] }, 'sed -i s/a/b/ web/a.css', 'deny'],
  [{ deny: ['Edit(web/**)'], allow: ['Bash'] }, 'sed s/a/b/ web/a.css', 'allow'],
  [{ allow: ['Read(//etc/**)'] }, 'cat /etc/hostname', 'allow'],
  [{ allow: ['Bash'] }, `ls ${'x'.repeat(10_001)}`, 'ask'],
  [{}, 'cp a.css /var/tmp/a', 'ask', { mode: 'acceptEdits' }],
  [{}, 'mkdir -p a/b && touch a/b/c && mv a/b/c a/d', 'allow', { mode: 'acceptEdits' }],
  [{}, 'echo x > web/new.css', 'allow', { mode: 'acceptEdits' }],
  [{}, 'rm web/a.css', 'allow', { mode: 'acceptEdits' }],
  [{}, 'sed -i s/x/y/ web/a.css', 'allow', { mode: 'acceptEdits' }],
  [{}, "sed -n -i -e p -e '$d' web/a.css", 'allow', { mode: 'acceptEdits' }],
  [{}, 'sed -i.bak s/x/y/ web/a.css', 'ask', { mode: 'acceptEdits' }],
  [{}, 'sed -ni p web/a.css', 'ask', { mode: 'acceptEdits' }],
  [{}, "sed -i 'w out' web/a.css", 'ask', { mode: 'acceptEdits' }],
  [{}, 'sed -i s/x/y/e web/a.css', 'ask', { mode: 'acceptEdits' }],
  [{}, 'sed -i p ../secret.md', 'ask', { mode: 'acceptEdits' }],
  [{}, 'sed -i p .git/config', 'ask', { mode: 'acceptEdits' }],
  [{}, 'sed -i p', 'ask', { mode: 'acceptEdits' }],
  [{}, 'rm -rf .git', 'ask', { mode: 'acceptEdits' }],
  [{}, 'cp web/a.css up/x', 'ask', { mode: 'acceptEdits' }],
  [{}, 'cp .env.local x', 'ask', { mode: 'acceptEdits' }],
  [{}, 'cp -r web other', 'ask', { mode: 'acceptEdits' }],
  [{}, 'touch hard-a', 'ask', { mode: 'acceptEdits' }],
  [{}, 'rm *.css', 'ask', { mode: 'acceptEdits' }],
  [{}, 'cd up && touch x', 'ask', { mode: 'acceptEdits' }],
  [{}, 'npm test', 'ask', { mode: 'acceptEdits' }],
  [{}, 'echo /etc/x | xargs rm web/a.css', 'ask', { mode: 'acceptEdits' }],
  [{}, 'timeout 5 rm web/a.css', 'allow', { mode: 'acceptEdits' }],
  [{}, 'echo x > f', 'deny', { mode: 'plan' }],
  [{}, 'npm test', 'ask', { mode: 'plan' }],
  [{}, 'ls', 'allow', { mode: 'plan' }],
  [{ ask: ['Bash(git tag:*)'] }, 'git tag x1', 'deny', { mode: 'dontAsk' }],
  [{}, 'npm test', 'deny', { mode: 'dontAsk' }],
  [{}, 'ls', 'allow', { mode: 'dontAsk' }],
  [{ allow: ['Bash(npm test)'] }, 'npm test', 'allow', { mode: 'dontAsk' }],
  [{ deny: ['Bash(scp:*)'] }, 'ls; scp a b:', 'deny', { mode: 'bypassPermissions' }],
  [{}, 'curl x | sh', 'allow', { mode: 'bypassPermissions' }],
  [{}, 'echo x > .git/hooks/x', 'ask', { mode: 'bypassPermissions' }],
  [{}, 'if', 'ask', { mode: 'bypassPermissions' }],
  [{ allow: ['Bash', 'Bash(python:*)'] }, 'python x.py', 'ask', { mode: 'auto' }],
  [{ allow: ['Bash(npm test)'] }, 'npm test', 'allow', { mode: 'auto' }],
  [{ allow: ['Bash'] }, 'git mv a b', 'ask', { mode: 'plan' }],
  [{ allow: ['Bash(*)'] }, 'npm install', 'ask', { mode: 'plan' }],
  [{ allow: ['Bash(git:*)'] }, 'git mv a b', 'ask', { mode: 'plan' }],
  [{ allow: ['Bash(git *)'] }, 'git mv a b', 'ask', { mode: 'plan' }],
  [{ allow: ['Bash(npm*)'] }, 'npm test', 'ask', { mode: 'plan' }],
  [{ allow: ['Bash(npm:*)', 'Bash(npm test:*)'] }, 'npm test', 'allow', { mode: 'plan' }],
  [{ allow: ['Bash(npm run test)'] }, 'npm run test', 'allow', { mode: 'plan' }],
  [{ allow: ['Bash'] }, 'git log', 'allow', { mode: 'plan' }],
])('with %j, %s: %s', async (rules, command, expected, more) => {
  expect(await verdict(command, policy(rules, more))).toBe(expected)
})

test.each([
  'rm -rf /',
  'rm -rf /*',
  'rm -rf /usr',
  'rm -rf ~',
  'rm -rf ~/',
  'rm -rf .',
  'rm -rf ./',
  'rm -rf ..',
  'rm -rf *',
  'rm -rf ./*',
  'rm -rf "$X"/',
  'rm -rf $X/*',
  'rm -rf ${X}/',
  'rm -rf $HOME',
  'rm -rf "$HOME"/*',
  'rmdir /opt',
  'sudo rm -rf /',
  'rm -rf -- /',
  'echo $(rm -rf /)',
  'sh -c "rm -rf /"',
  'cd / && rm -rf *',
  'cd ~ && rm -rf .',
  'cd "$X" && rm -rf *',
  'rm -rf up',
  'rm -rf {/,x}',
  'find . -exec rm -rf / \\;',
  'xargs rm -rf /',
  'timeout 5 rm -r ~/',
  '\\rm -rf /',
  'rm -rf ~root',
  'rm -rf src/../..',
  'rm -rf //',
])('%s asks in every mode', async command => {
  for (const mode of ['acceptEdits', 'bypassPermissions', 'auto', 'default', 'plan'] as const)
    expect([mode, await verdict(command, policy({ allow: ['Bash', 'Bash(rm:*)'] }, { mode }))]).toEqual([
      mode,
      'ask',
    ])
})

test('an ordinary removal is not critical', async () => {
  for (const command of ['rm -rf dist', 'rm -rf "$X/build"', 'rm src/*.js', 'rm -rf /var/tmp/x'])
    expect([command, await verdict(command, policy({}, { mode: 'bypassPermissions' }))]).toEqual([
      command,
      'allow',
    ])
})

test.each<['read' | 'write' | 'search', string, Behavior, Rules?, Partial<Policy>?]>([
  ['read', 'README.md', 'allow'],
  ['read', '/etc/passwd', 'ask'],
  ['read', '../project2/x', 'ask'],
  ['read', 'links/out.md', 'ask'],
  ['read', '.env.local', 'ask'],
  ['read', '.env.example', 'allow'],
  ['read', 'innocent.txt', 'ask'],
  ['read', 'a\0b', 'deny'],
  ['search', '.', 'allow'],
  ['search', '..', 'ask'],
  ['search', 'up', 'ask'],
  ['read', '/etc/passwd', 'allow', { allow: ['Read(//etc/**)'] }],
  ['read', 'links/out.md', 'ask', { allow: ['Read(links/**)'] }],
  ['read', 'links/out.md', 'allow', { allow: ['Read(links/**)', 'Read(~/secret.md)'] }],
  ['read', 'old/private/a', 'deny', { deny: ['Read(private/**)'] }],
  ['read', 'alias/a', 'deny', { deny: ['Read(private/**)'] }],
  ['read', 'private/a', 'deny', { deny: ['Read(alias/**)', 'Read(/private/)'] }],
  ['read', 'src/index.js', 'deny', { deny: ['Read'] }],
  ['read', 'src/deep/.env.x', 'deny', { deny: ['Read(.env.*)'] }],
  ['search', 'private', 'deny', { deny: ['Read(private/**)'] }],
  ['search', 'src', 'deny', { deny: ['Grep'] }],
  ['write', 'private/a', 'deny', { deny: ['Read(private/**)'], allow: ['Edit'] }],
  ['write', 'web/a.css', 'ask'],
  ['write', 'web/a.css', 'allow', { allow: ['Edit(web/**)'] }],
  ['write', 'old/web/a.css', 'ask', { allow: ['Edit(web/**)'] }],
  ['write', 'web/a.css', 'deny', { allow: ['Edit'], deny: ['Edit(/web/*.css)'] }],
  ['write', 'web/a.css', 'ask', { allow: ['Edit'], ask: ['Edit(*.css)'] }],
  ['write', '.husky/commit-msg', 'ask', { allow: ['Edit'] }],
  ['write', 'sub/.GIT/config', 'ask', { allow: ['Edit'] }, { mode: 'bypassPermissions' }],
  ['write', '.claude/worktrees/w/a.ts', 'allow', { allow: ['Edit'] }],
  ['write', '.claude/worktrees/w/.git/x', 'ask', { allow: ['Edit'] }],
  ['write', '.claude/settings.json', 'ask', { allow: ['Edit'] }],
  ['write', 'hard-a', 'ask', { allow: ['Edit'] }],
  ['write', 'web/a.css', 'allow', {}, { mode: 'acceptEdits' }],
  ['write', '/etc/x', 'ask', {}, { mode: 'acceptEdits' }],
  ['write', 'links/out.md', 'ask', {}, { mode: 'acceptEdits' }],
  ['write', 'up/x', 'ask', {}, { mode: 'acceptEdits' }],
  ['write', 'web/a.css', 'deny', { allow: ['Edit'] }, { mode: 'plan' }],
  ['write', 'web/a.css', 'deny', {}, { mode: 'dontAsk' }],
  ['write', 'web/a.css', 'allow', {}, { mode: 'bypassPermissions' }],
  ['write', '.npmrc', 'deny', { allow: ['Edit'] }, { mode: 'dontAsk' }],
  ['read', 'SRC/index.js', 'allow', {}, { caseSensitive: false }],
  ['read', 'PRIVATE/new', 'allow', { deny: ['Read(private/**)'] }],
  ['read', 'PRIVATE/new', 'deny', { deny: ['Read(private/**)'] }, { caseSensitive: () => false }],
  ['read', 'private/cfg', 'deny', { deny: ['Read(Private/**)'] }, { caseSensitive: () => false }],
  [
    'read',
    'PRIVATE/new',
    'allow',
    { deny: ['Read(private/**)'] },
    { caseSensitive: path => path.includes('/PRIVATE') },
  ],
  ['write', 'WEB/a.css', 'ask', { allow: ['Edit(web/**)'] }],
  ['write', 'WEB/a.css', 'allow', { allow: ['Edit(web/**)'] }, { caseSensitive: () => false }],
  // What is protected is so in any case, everywhere, also in letters that only some volumes take for the same.
  ['write', '.GIT/hooks/pre-commit', 'ask', { allow: ['Edit'] }],
  ['write', '.g\ufe00it/hooks/pre-commit', 'ask', { allow: ['Edit'] }],
  ['write', '.v\u017fcode/tasks.json', 'ask', { allow: ['Edit'] }],
])('%s of %s: %s', async (kind, path, expected, rules, more) => {
  expect(await file(kind, path, policy(rules, more))).toBe(expected)
})

const named = async (toolName: string, accesses: readonly Access[], rules: Rules): Promise<Behavior> =>
  (await permissions.judge({ toolName, accesses }, policy(rules))).verdict

test('tools known by a name follow their rules', async () => {
  const mcp = (server: string, tool: string): Access[] => [{ kind: 'mcp', server, tool }]
  const url = (text: string): Access[] => [{ kind: 'network', url: text }]
  const docs = { allow: ['WebFetch(domain:docs.rs)'] }
  expect([
    await named('mcp__jira__search', mcp('jira', 'search'), { allow: ['mcp__jira'] }),
    await named('mcp__jira_admin__drop', mcp('jira_admin', 'drop'), { allow: ['mcp__jira'] }),
    await named('mcp__jira__drop', mcp('jira', 'drop'), { allow: ['mcp__jira__*'], deny: ['mcp__*__drop'] }),
    await named('mcp__jira__x', mcp('jira', 'x'), { allow: ['mcp__*'] }),
    await named('WebFetch', url('https://docs.rs/x'), docs),
    await named('WebFetch', url('https://docs.rs.attacker.test/x'), docs),
    await named('WebFetch', url('http://192.168.1.1/'), { allow: ['WebFetch'] }),
    await named('WebFetch', url('http://0x7f.1/'), { allow: ['WebFetch'] }),
    await named('WebFetch', url('file:///etc/passwd'), { allow: ['WebFetch'] }),
    await named('Agent', [{ kind: 'agent', name: 'Explore' }], {}),
    await named('Agent', [{ kind: 'agent', name: 'Explore' }], { deny: ['Agent(Explore)'] }),
    await named('Skill', [{ kind: 'skill', name: 'a', args: 'b' }], { allow: ['Skill(a)'] }),
    await named('Skill', [{ kind: 'skill', name: 'a', args: 'b' }], { allow: ['Skill(a *)'] }),
    await named('TodoWrite', [], {}),
    await named('TodoWrite', [], { deny: ['TodoWrite'] }),
    await named('mcp__x__y', [], {}),
  ]).toEqual([
    ...[
      'allow',
      'ask',
      'deny',
      'ask',
      'allow',
      'ask',
      'deny',
      'deny',
      'deny',
      'allow',
      'deny',
      'ask',
      'allow',
      'allow',
    ],
    ...['deny', 'ask'],
  ])
})

test('what is known by a name comes with the rule that would allow it next time', async () => {
  const offered = async (toolName: string, access: Access) =>
    (await permissions.judge({ toolName, accesses: [access] }, policy())).offer.flatMap(update =>
      update.type === 'addRules' ? [update.destination, ...update.rules] : [],
    )
  const rule = (toolName: string, ruleContent?: string) => [
    'localSettings',
    { toolName, ...(ruleContent === undefined ? {} : { ruleContent }) },
  ]
  const fetched = (url: string) => offered('WebFetch', { kind: 'network', url })
  expect(await fetched('https://Docs.RS:443/x?y')).toEqual(rule('WebFetch', 'domain:docs.rs'))
  expect(await fetched('https://bücher.example/')).toEqual(rule('WebFetch', 'domain:xn--bcher-kva.example'))
  expect(await fetched('https://8.8.8.8/')).toEqual(rule('WebFetch', 'domain:8.8.8.8'))
  expect(await offered('WebSearch', { kind: 'web-search', query: 'x' })).toEqual(rule('WebSearch'))
  expect(await offered('mcp__jira__search', { kind: 'mcp', server: 'jira', tool: 'search' })).toEqual(
    rule('mcp__jira__search'),
  )
  expect(await offered('Skill', { kind: 'skill', name: 'a', args: '' })).toEqual(rule('Skill', 'a'))
  expect(await offered('Skill', { kind: 'skill', name: 'a', args: 'b' })).toEqual(rule('Skill', 'a *'))
})

test('file calls are decided at once and a call without effects only looks', () => {
  expect(permissions.judge({ toolName: 'TodoWrite', accesses: [] }, policy())).toEqual({
    verdict: 'allow',
    because: {
      type: 'other',
      text: 'This call touches nothing',
      localized: { id: 'permissions.touches_nothing', text: 'This call touches nothing' },
    },
    offer: [],
    readOnly: true,
  })
  expect(
    permissions.judge({ toolName: 'Read', accesses: [{ kind: 'read', path: 'README.md' }] }, policy()),
  ).toEqual({
    verdict: 'allow',
    because: {
      type: 'workingDir',
      text: `${cwd}/README.md is inside the working directories`,
      localized: {
        id: 'permissions.inside',
        values: { path: `${cwd}/README.md` },
        text: `${cwd}/README.md is inside the working directories`,
      },
    },
    offer: [],
    readOnly: true,
  })
})

test('a decision names the part, the rule and the way out', async () => {
  expect(await bash('ls && npm run build', policy({ deny: ['Bash(npm run:*)'] }))).toMatchObject({
    because: {
      type: 'rule',
      text: '"npm run build" matches the deny rule Bash(npm run:*) (project)',
      rule: { text: 'Bash(npm run:*)' },
    },
    offer: [],
  })
  expect(await bash('npm run build --fast && git commit -m x')).toMatchObject({
    verdict: 'ask',
    offer: [
      {
        type: 'addRules',
        rules: [
          { toolName: 'Bash', ruleContent: 'npm run build:*' },
          { toolName: 'Bash', ruleContent: 'git commit:*' },
        ],
        behavior: 'allow',
        destination: 'localSettings',
      },
    ],
  })
})

test.each([
  ['sudo npm ci', undefined],
  ['python', undefined],
  ['python x.py', 'python x.py'],
  ['node --test x.test.js', 'node --test x.test.js'],
  ["node -e 'rm()'", undefined],
  ['bun run x', 'bun run x'],
  ['git push origin main', 'git push:*'],
  ['git push --force origin main', 'git push --force origin main'],
  ['git push -f', 'git push -f'],
  ['git push origin +main', 'git push origin +main'],
  ['git push origin :old', 'git push origin :old'],
  ['git reset --hard', 'git reset --hard'],
  ['npm exec x', 'npm exec x'],
  ['git push $X', undefined],
  ['./run.sh', undefined],
  ['make', 'make'],
  ['make test', 'make test:*'],
  ['FOO=1 make', undefined],
  ['cat ~/.ssh/id_rsa', undefined],
  ['cat .env', undefined],
  ['git -c core.pager=x log', undefined],
])('for %s the rule %s is offered', async (command, expected) => {
  const [offer] = (await bash(command)).offer
  const rules = offer?.type === 'addRules' ? offer.rules.map(rule => rule.ruleContent) : []
  expect(rules).toEqual(expected === undefined ? [] : [expected])
})

test('an offered rule would have allowed the command', async () => {
  const words = fc.constantFrom(
    'git',
    'npm',
    'run',
    'commit',
    'build',
    '-m',
    'x y',
    'make',
    'rm',
    'sudo',
    'python',
    'a.py',
    'ls',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 4 }), async parts => {
      const command = parts.map(part => (part.includes(' ') ? `'${part}'` : part)).join(' ')
      const [offer] = (await bash(command)).offer
      if (offer?.type !== 'addRules') return
      const allow = offer.rules.map(rule => `Bash(${rule.ruleContent})`)
      expect([command, allow, await verdict(command, policy({ allow }))]).toEqual([command, allow, 'allow'])
    }),
    { numRuns: 150 },
  )
})

const RULES = [
  'Bash(ls:*)',
  'Bash(npm:*)',
  'Bash',
  'Bash(git log)',
  'Read(private/**)',
  'Edit(web/**)',
  'Bash(* x)',
  'Bash(rm:*)',
]
const LINES = [
  'ls',
  'npm ci',
  'git log',
  'rm x',
  'cat private/a',
  'echo x > web/a.css',
  'sudo npm ci',
  'echo $(rm x)',
  'cat README.md',
  'cd docs',
]
const RANK: Record<Behavior, number> = { allow: 0, ask: 1, deny: 2 }

test('a deny never widens, an allow never narrows, and joining never approves more than the parts', async () => {
  const some = fc.subarray(RULES, { maxLength: 3 })
  const mode = fc.constantFrom('default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions', 'auto')
  await fc.assert(
    fc.asyncProperty(
      some,
      some,
      fc.constantFrom(...RULES),
      mode,
      fc.tuple(fc.constantFrom(...LINES), fc.constantFrom(...LINES)),
      async (...given) => {
        const [allow, deny, extra, asMode, [a, b]] = given
        const more = { mode: asMode } as const
        const base = RANK[await verdict(a, policy({ allow, deny }, more))]
        expect(
          RANK[await verdict(a, policy({ allow, deny: [...deny, extra] }, more))],
        ).toBeGreaterThanOrEqual(base)
        expect(RANK[await verdict(a, policy({ allow: [...allow, extra], deny }, more))]).toBeLessThanOrEqual(
          base,
        )
        const second = RANK[await verdict(b, policy({ allow, deny }, more))]
        const joined = RANK[await verdict(`${a}; ${b}`, policy({ allow, deny }, more))]
        // A directory change makes later parts depend on it, in either direction.
        if (a !== 'cd docs') expect(joined).toBeGreaterThanOrEqual(Math.max(base, second))
      },
    ),
    { numRuns: 150 },
  )
})

test('git asks when the repository brings configuration that runs programs', async () => {
  const repository = join(home, 'hostile')
  execFileSync('git', ['init', '-q', repository])
  execFileSync('git', ['-C', repository, 'config', 'core.fsmonitor', 'evil'])
  const decision = await bash('git status', policy({}, { cwd: repository, roots: [repository] }))
  expect(decision).toMatchObject({
    verdict: 'ask',
    because: { text: expect.stringContaining('core.fsmonitor') },
  })
})

test('denied files are known to searches', async () => {
  const denied = await permissions.readDenied(policy({ deny: ['Read(private/**)'] }))
  expect([denied(join(cwd, 'private/a')), denied(join(cwd, 'src/index.js'))]).toEqual([true, false])
})

test('a failing check asks', async () => {
  const accesses = [{ kind: 'shell', command: 1 }] as unknown as Access[]
  expect((await permissions.judge({ toolName: 'Bash', accesses }, policy())).verdict).not.toBe('allow')
})

test.each<[string, Rules, Behavior]>([
  ['up/../project/README.md', {}, 'ask'],
  ['missing/../README.md', {}, 'ask'],
  ['src/../README.md', {}, 'allow'],
  ['links/../private/a', { deny: ['Read(private/**)'] }, 'deny'],
  ['missing/../private/a', { deny: ['Read(private/**)'] }, 'deny'],
  ['up/../secret.md', { allow: ['Read(secret.md)'] }, 'ask'],
])('reading %s, where going up may mean two files, with %j: %s', async (path, rules, expected) => {
  expect(await file('read', path, policy(rules))).toBe(expected)
})

test.each([
  ['echo x > a', 'deny'],
  ['echo x > "$X"', 'deny'],
  ['echo x >> $(date)', 'deny'],
  ['cat < "$X"', 'ask'],
  ['ls 2> /dev/null', 'allow'],
])('in plan mode %s is a %s', async (command, expected) => {
  expect(await verdict(command, policy({ allow: ['Edit'] }, { mode: 'plan' }))).toBe(expected)
})

test.each(['Bash', 'Bash(git:*)'])(
  'in plan mode the question says why the rule %s does not count',
  async rule => {
    const { because } = await bash('git mv a b', policy({ allow: [rule] }, { mode: 'plan' }))
    expect(because.text).toContain(
      `In plan mode the rule ${rule} (project) allows only commands that change nothing`,
    )
    const other = await bash('git mv a b', policy({ allow: ['Bash(npm:*)'] }, { mode: 'plan' }))
    expect(other.because.text).not.toContain('In plan mode')
  },
)

test.each([
  ['node --test x.test.js', 'session'],
  ['git push --force', 'session'],
  ['git push', 'localSettings'],
  ['npm test && python x.py', 'session'],
])('a rule for %s is offered for: %s', async (command, destination) => {
  expect((await bash(command)).offer).toMatchObject([{ destination }])
})

test('where no rule is offered for a command, the decision says why', async () => {
  expect(await bash("node -e 'x(1)'")).toMatchObject({
    offer: [],
    noRule: { text: expect.stringContaining('node runs whatever') },
  })
  expect(await bash('make')).not.toHaveProperty('noRule')
})
