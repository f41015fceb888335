import { expect, test } from 'vitest'
import { findPickedSecret } from './picked-secrets.ts'

test.each([
  ['.env'],
  ['.e*'],
  ['.e?v'],
  ['.[e]nv'],
  ['[.]env'],
  ['*.env'],
  ['*env'],
  ['?env'],
  ['\\.env'],
  ['.e\\nv'],
  ['**/.env'],
  ['deploy/.env*'],
  ['{.env,a.ts}'],
  ['*.{ts,pem}'],
  ['.{e,x}{n,y}v'],
  ['.*'],
  ['.env.stag*'],
  ['*.local'],
  ['*.key'],
  ['id_*'],
  ['*rsa'],
  ['.ssh/**'],
  ['.s*/**'],
  ['**/.aws/*'],
  ['[.M][ea][nk][ve]*'],
  ['cred*.json'],
  ['*.ts', '.env'],
  ['{a,b}'.repeat(9)],
  ['!*[!v]'],
  ['!*a*', '!*e.*', '!*x*', '!*t*', '!*o*', '!*i*'],
  ['*', '!*.*s*', '!*[!v]'],
])('%j names files with secrets', (...patterns) => {
  expect(findPickedSecret(patterns)).toBeDefined()
})

test.each([
  ['*'],
  ['**'],
  ['**/*'],
  ['*.ts'],
  ['*.{ts,tsx,json}'],
  ['src/**/*.test.ts'],
  ['*.json'],
  ['package.json'],
  ['*config*'],
  ['.github/**'],
  ['.eslintrc*'],
  ['.env.example'],
  ['*e*'],
  ['*.md', '!CHANGELOG.md'],
  ['!*.test.ts', '!dist/**', '!node_modules'],
  ['[a-z]*.ts'],
])('%j is a search', (...patterns) => {
  expect(findPickedSecret(patterns)).toBeUndefined()
})
