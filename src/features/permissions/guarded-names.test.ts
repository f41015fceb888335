import { expect, test } from 'vitest'
import { findProtected } from './paths/protected.ts'
import { findSensitive, mayMatchSensitive } from './paths/sensitive.ts'
import { matchesDomain, refuseUrl } from './rules/match-domain.ts'

test.each([
  ['/p/.git/config', '.git'],
  ['/p/a/.GIT/x', '.git'],
  ['/p/.g\u200dit/x', '.git'],
  ['/p/.config/git/config', '.config/git'],
  ['/h/.config/fish/config.fish', '.config/fish'],
  ['/h/.config/fish/conf.d/x.fish', '.config/fish'],
  ['/h/.config/fisher/x', undefined],
  ['/h/.kshrc', '.kshrc'],
  ['/p/sub/.husky/pre-commit', '.husky'],
  ['/h/.ssh/config', '.ssh'],
  ['/p/.BashRC', '.bashrc'],
  ['/p/sub/bunfig.toml', 'bunfig.toml'],
  ['/p/.capstan/settings.json', '.capstan'],
  ['/p/.claude/worktrees', '.claude'],
  ['/p/.claude/worktrees/w', '.claude'],
  ['/p/.claude/worktrees/w/src/a', undefined],
  ['/p/.claude/worktrees/w/.vscode/a', '.vscode'],
  ['/p/.gitignore', undefined],
  ['/p/git/config', undefined],
  ['/p/npmrc', undefined],
])('the protected part of %s is %s', (path, expected) => {
  expect(findProtected(path)).toBe(expected)
})

test.each([
  ['/p/.env', '.env'],
  ['/p/.ENV.production', '.env.production'],
  ['/p/.env.example', undefined],
  ['/p/.env.local.sample', undefined],
  ['/p/.envrc', undefined],
  ['/p/a.PEM', 'a.pem'],
  ['/p/id_rsa', 'id_rsa'],
  ['/p/id_ed25519_work', 'id_ed25519_work'],
  ['/p/id_rsa.pub', undefined],
  ['/p/.aws/anything', '.aws'],
  ['/p/credentials.json', 'credentials.json'],
  ['/p/keys.ts', undefined],
])('the sensitive part of %s is %s', (path, expected) => {
  expect(findSensitive(path)).toBe(expected)
})

test.each([
  ['*', false],
  ['?*', false],
  ['*.*', false],
  ['.*', true],
  ['*env', true],
  ['*.ke?', true],
  ['*.k*', true],
  ['i*', true],
  ['index*', false],
  ['id_*.pub', false],
  ['.env.*.example', false],
  ['src*', false],
  ['.e*', true],
  ['.env*', true],
  ['.env.[lp]*', true],
  ['*.pem', true],
  ['*.p*', true],
  ['*.json', false],
  ['c*.json', true],
  ['id_*', true],
  ['?d_rsa', true],
  ['cred*', true],
  ['[.]env', true],
  ['.??v', true],
  ['*.ts', false],
  ['*.md', false],
  ['a*.test.js', false],
  ['package*.json', false],
])('%s may stand for a secret: %s', (pattern, expected) => {
  expect(mayMatchSensitive(pattern)).toBe(expected)
})

test.each([
  ['https://example.net/x', false],
  ['http://127.0.0.1/', true],
  ['http://2130706433/', true],
  ['http://0x7f.1/', true],
  ['http://[::1]/', true],
  ['http://169.254.169.254/', true],
  ['http://172.20.0.1/', true],
  ['http://172.32.0.1/', false],
  ['http://localhost./', true],
  ['http://a@example.net/', true],
  ['ftp://example.net/', true],
  ['http://exa\\mple.net/', true],
  ['http://example.net/\u200b', true],
  ['nonsense', true],
])('%s is refused: %s', (url, expected) => {
  expect(refuseUrl(url) !== undefined).toBe(expected)
})

test.each([
  ['domain:docs.rs', 'https://DOCS.rs:8443/x', true],
  ['domain:docs.rs', 'https://docs.rs./x', true],
  ['domain:docs.rs', 'https://a.docs.rs/', false],
  ['domain:docs.rs', 'https://docs.rs.evil.test/', false],
  ['domain:docs.rs', 'https://evildocs.rs/', false],
  ['domain:*.docs.rs', 'https://a.b.docs.rs/', true],
  ['domain:*.docs.rs', 'https://docs.rs/', false],
  ['domain:api*.x.io', 'https://api2.x.io/', true],
  ['domain:api*.x.io', 'https://api.evil.x.io/', false],
  ['docs.rs', 'https://docs.rs/', false],
])('%s covers %s: %s', (spec, url, expected) => {
  expect(matchesDomain(spec, url)).toBe(expected)
})
