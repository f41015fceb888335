import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Behavior, Policy } from '../../../protocol/permission.ts'
import { createPermissions } from '../permissions.ts'

let home = ''
const permissions = createPermissions()
const decide = async (command: string): Promise<Behavior> => {
  const cwd = join(home, 'project')
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home, caseSensitive: true }
  const call = { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell' as const, command }] }
  return (await permissions.judge(call, policy)).verdict
}

beforeAll(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'tables-')))
  for (const folder of ['src', 'docs']) mkdirSync(join(home, 'project', folder), { recursive: true })
  for (const name of ['README.md', 'src/index.js', 'table.txt', 'package.json'])
    writeFileSync(join(home, 'project', name), 'x')
  execFileSync('git', ['init', '-q', join(home, 'project')])
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test.each([
  'git branch -a',
  'git tag --list',
  'git blame README.md',
  'rg TODO',
  "find . -name '*.md'",
  "sed -n '3,9p' README.md",
  "awk '{print $2}' table.txt",
  'jq .name package.json',
  'sort table.txt | uniq',
  'cut -f1 table.txt',
  'python --version',
  'npm ls',
  'docker ps --all',
  'kubectl get services',
  'git branch -vv',
  'git branch --contains HEAD',
  "git tag -l 'v*'",
  'git tag -n3',
  'git remote -v',
  'git remote get-url origin',
  'git stash list',
  'git stash show -p',
  'git worktree list',
  'git blame -L 1,5 README.md',
  'git shortlog -sn HEAD',
  'git describe --tags --always',
  'git rev-parse --abbrev-ref HEAD',
  'git rev-list --count HEAD',
  "git ls-files '*.ts'",
  'git ls-files -o --exclude-standard',
  'git ls-tree -r HEAD --name-only',
  'git cat-file -t HEAD',
  'git cat-file -p HEAD:README.md',
  "git for-each-ref --sort=-committerdate --format='%(refname:short)' refs/heads",
  'git show-ref --heads',
  'git merge-base main HEAD',
  'git grep -n TODO -- src',
  'git check-ignore -v src/index.js',
  'git reflog',
  'git reflog show -n 5',
  'git config --get user.name',
  "sed -n '/a/,/b/p' README.md",
  "sed 's/foo/bar/g' README.md | head -3",
  "sed -e 's|a|b|' -e '$d' README.md",
  "sed -E '1,3{s/(a)/\\1/;p}' README.md",
  "awk -F: '{print $1, $NF}' table.txt",
  "awk 'NR>1 && $3 > 5 {s+=$3} END {print s/NR}' table.txt",
  'awk \'/foo|bar/ {print NR": "$0}\' table.txt',
  'awk \'{c[$1]++} END {for (k in c) printf "%s %d\\n", k, c[k]}\' table.txt',
  "awk 'length($0) > 80' README.md",
  "jq -r '.scripts | keys[]' package.json",
  "jq --arg n x '.[$n]' package.json",
  "jq '.env' package.json",
  "find src -type f -name '*.js' -not -path '*/node_modules/*' -mtime -3",
  'find . -maxdepth 2 -type d',
  'find src \\( -name a -o -name b \\) -print',
  "rg -n foo src -g '*.ts' -A 3",
  'rg --files',
  "rg -l 'a|b' -t js",
  'fd -e js',
  'fd foo src',
  'sort -k2,2n -t, -u table.txt',
  'sort -rn table.txt | uniq -c | sort -nr',
  'tr a-z A-Z < README.md',
  'cut -d: -f1,3 table.txt',
  'diff -u README.md table.txt',
  'stat -c %s README.md',
  'file src/index.js',
  'du -sh src',
  'df -h',
  'tree -L 2',
  'realpath src',
  'md5sum *.md',
  'xxd -l 16 README.md',
  'od -c README.md',
  'strings -n 8 table.txt',
  'base64 -d table.txt',
  'unzip -l a.zip',
  'ps aux',
  'ps -ef',
  'ps -eo pid,cmd --sort=-pid',
  'ps -aux',
  'pgrep -fl node',
  'lsof -i :3000',
  'lsof -ti:3000',
  'ss -tlnp',
  'which node',
  'command -v node',
  'type -a ls',
  'whoami; id; uname -a; hostname; uptime; nproc; free -h',
  'node --version',
  'npm -v',
  'npm ls --depth=0',
  'npm list -g --depth 0',
  'pip list',
  'pip show requests',
  'docker images',
  'docker logs --tail 20 web',
  'docker version',
  'kubectl get pods -n kube-system -o wide',
  'kubectl describe pod web-1',
  'kubectl logs web-1 --tail=10',
  'kubectl get deploy/web',
  'seq 1 10',
  'seq 10 -1 1',
  'expr 1 + 2',
  "echo '1+2' | bc",
  'column -t table.txt',
  'comm -12 README.md table.txt',
  'nl -ba README.md',
  'basename src/index.js .js',
  "grep -rn foo --include='*.json' .",
  'numfmt --to=iec 1024',
  'java -version',
  "sed ':a;N;$!ba;s/x/y/' README.md",
  "git tag --list 'v1*'",
])('%j is read-only', async command => {
  expect(await decide(command)).toBe('allow')
})
