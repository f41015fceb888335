import { expect, test } from 'vitest'
import { programsIn } from './git-programs.ts'

test('settings that run a program are found in every spelling', () => {
  const config = `
[core]
	repositoryformatversion = 0
	FSMonitor = touch x
	hooksPath=/evil
[diff "pdf"] textconv = evil.sh
[filter "lfs"]
	clean = one \\
two
[alias]
	st = status
	x = !rm -rf /
	y = "!sh"
[include]
	path = ../evil
[includeIf "gitdir:x"]
	path = y
[credential "https://h"]
	helper = steal
[remote "origin"]
	url = https://x
	uploadpack = evil
[submodule "m"]
	update = !cmd
; core.pager = commented
[gpg "ssh"]
	program = p
[merge "ours"]
	driver = d`
  expect(programsIn(config).map(({ key, value }) => `${key}=${value}`)).toEqual([
    'core.fsmonitor=touch x',
    'core.hookspath=/evil',
    'diff.pdf.textconv=evil.sh',
    'filter.lfs.clean=one two',
    'alias.x=!rm -rf /',
    'alias.y="!sh"',
    'include.path=../evil',
    'includeif.gitdir:x.path=y',
    'credential.https://h.helper=steal',
    'remote.origin.uploadpack=evil',
    'submodule.m.update=!cmd',
    'gpg.ssh.program=p',
    'merge.ours.driver=d',
  ])
})

test.each(['true', 'false', 'yes', '0', ''])('core.fsmonitor = %s is a switch, not a program', value => {
  expect(programsIn(`[core]\nfsmonitor = ${value}\n`)).toEqual([])
})

test('an ordinary configuration runs nothing', () => {
  expect(
    programsIn(
      '[core]\n\tbare = false\n\tfilemode = true\n[remote "origin"]\n\turl = git@h:x\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n[user]\n\tname = x\n',
    ),
  ).toEqual([])
})
