import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandsIn, createPermissionPlace, type PermissionContext } from '../support/permission-place.ts'

let place: PermissionContext
beforeAll(() => {
  place = createPermissionPlace()
})
afterAll(() => place.remove())

describe('an option that takes no word of its own swallows none', () => {
  test.each(
    commandsIn(`
git log -1 --format='format:x' --unified --output=FILE ¦ git diff --unified --output=FILE
git reflog --unified --output=FILE ¦ git shortlog --unified --output=FILE ¦ git show --unified --output=FILE
git stash show --unified --output=FILE ¦ git stash list --unified --output=FILE
git log --min-parents --output=FILE ¦ git log --max-parents --output=FILE ¦ git log --format --output=FILE
git log -S --output=FILE ¦ git log -n --output=FILE ¦ git log --since --output=FILE ¦ git log -U --output=FILE
git diff -S -o FILE ¦ git branch --points-at -d main ¦ git branch --merged -d ¦ git tag --contains -d
tree --timefmt -L -o FILE ¦ tree --sort -P -o FILE ¦ tree --charset -I -o FILE ¦ tree --filelimit -o FILE
tree -Po x FILE ¦ tree -Io x FILE ¦ tree -aPo x FILE ¦ tree -Lo 1 FILE ¦ tree -L -o FILE
fd --and -e --exec touch x ¦ fd -e --exec touch x ¦ fd --and --exec touch x ¦ fd -d -x touch FILE
fd --color -X rm ¦ rg -g --pre x ¦ rg -e --pre=x a ¦ rg --context-separator --pre a ¦ rg --colors --pre x
sort -k -o FILE a.txt ¦ sort -t -oFILE a.txt ¦ sort --key --output=FILE a.txt ¦ sort --sort -o a.txt
column -N -o a.txt ¦ grep -e -f .env ¦ grep -m -f .env a ¦ jq --arg -f x . a.json ¦ jq --indent -f x
npm ls --omit --prefix=.. ¦ npm ls --depth --registry=http://x ¦ pip list --format --log=x
date -d -s ¦ nl -b -d x a.txt ¦ ls -I -w a.txt ¦ uniq -f -c a.txt b.txt ¦ du -d -X ../x ¦ od -A -w ../x
`),
  )('%j asks', async command => {
    expect(await place.verdict(command)).toBe('ask')
  })
})

describe('an option behind the operands is read as the program reads it', () => {
  test.each(
    commandsIn(`
git config user.name --get ¦ git config user.email --global ¦ git config color.ui --local ¦ git config user.name --
git stash list -p -- --output x ¦ git stash show -- --output=x ¦ git stash list -- --outp=x ¦ git log -- --output=x
git reflog -- --output=x ¦ xxd a.txt -- ¦ uniq a.txt -- ¦ uniq a.txt -- b.txt ¦ xxd a.txt -p ¦ xxd a.txt -u ¦ xxd a.txt -c8 ¦ uniq a.txt -c ¦ uniq a.txt -u ¦ uniq a.txt --count
awk '{print}' -F /etc/passwd ¦ awk '{print}' -v /etc/passwd ¦ awk '{print}' a.txt -F ../secret.md
mawk '{print}' -F ../secret.md ¦ gzip a.gz -l ¦ unzip a.zip -l ¦ unzip archive.zip -l -d x ¦ zipinfo a.zip -1
head a.txt -n /etc/passwd ¦ sort a.txt -t /etc/passwd ¦ cut a.txt -d ../secret.md ¦ grep x a.txt -A /etc/passwd
tail a.txt -c ../secret.md ¦ nl a.txt -s ~/.netrc ¦ paste a.txt -d .env ¦ fold a.txt -w .env ¦ getconf PATH -a
`),
  )('%j asks', async command => {
    expect(await place.verdict(command)).toBe('ask')
  })
})

describe('a file that is named where the table sees an option value is not shown', () => {
  test.each(
    commandsIn(`
column -d .env ¦ column -d ../secret.md ¦ column -td .env ¦ column -n .env ¦ column -t -d ../secret.md a.txt
column -dt .env ¦ column -de .env ¦ strings -n @opts a ¦ strings -t @../x a ¦ strings @x ¦ strings a.txt @x
zcat .env ¦ zcat ../x.gz ¦ zcat -f .env ¦ zcat a.txt ¦ gzip -l ../x.gz ¦ gzip -dc a.gz ¦ gzip a.txt
tar tf ../x.tar ¦ tar xf a.tar ¦ tar cf a.tar b ¦ tar tfv a:b ¦ tar tf a.tar -I id ¦ tar tf a.tar --to-command=id
tar tIf id a.tar ¦ tar tf -o ¦ tar tTf ../x a.tar ¦ tar -tf a.tar --checkpoint-action=exec=id ¦ tar t ¦ tar tff a b
tar xtf a.tar ¦ tar tf a.tar -C .. ¦ tar --list --file=a.tar --use-compress-program=id ¦ tar tCf .. a.tar
`),
  )('%j asks', async command => {
    expect(await place.verdict(command)).toBe('ask')
  })
})

describe('the value of a safe variable names no file, holds no directive and no second line', () => {
  test.each(
    commandsIn(`
LANGUAGE=../../x ls nofile ¦ LANGUAGE=/tmp/x ls ¦ LC_ALL=../x ls ¦ LC_MESSAGES=./x ls ¦ LANG=a/b ls
TZ=:/etc/passwd date ¦ TZ=/etc/passwd date ¦ TZ=../../x date ¦ TERM=../x tree -C ¦ TERM=a/b ls
LANG=%n ls ¦ TZ='%s%n' date ¦ LC_TIME=%x ls ¦ COLUMNS='1⏎2' ls ¦ NODE_ENV='a⏎b' ls ¦ TZ=~/x date
LANGUAGE='de:../x' ls ¦ LC_ALL=C LANGUAGE=a/b ls ¦ CI='$(id)' ls ¦ TERM='x\`id\`' ls
`),
  )('%j asks', async command => {
    expect(await place.verdict(command)).toBe('ask')
  })

  test.each(
    commandsIn(`
LC_ALL=C ls ¦ LANG=en_US.UTF-8 ls ¦ LC_ALL=de_DE@euro ls ¦ TZ=UTC date ¦ TZ=UTC-3 date ¦ TERM=xterm-256color ls
LANGUAGE=de:en ls ¦ COLUMNS=80 ls ¦ NO_COLOR= ls ¦ NODE_ENV=production ls
`),
  )('%j only looks', async command => {
    expect(await place.verdict(command)).toBe('allow')
  })

  test('an allow rule is not reached through a value that names a file either', async () => {
    const rules = { allow: ['Bash(make *)'] }
    expect(await place.verdict('LANGUAGE=../../x make a', rules)).toBe('ask')
    expect(await place.verdict('LANGUAGE=de make a', rules)).toBe('allow')
  })
})

describe('further programs, plainly', () => {
  test.each(
    commandsIn(`
git cherry ¦ git cherry -v main ¦ git show-branch ¦ git show-branch --all ¦ lscpu ¦ lscpu -e ¦ lsblk ¦ lsblk -f
lsblk -o NAME,SIZE ¦ locale ¦ locale -a ¦ getconf PAGE_SIZE ¦ getconf -a ¦ ulimit -a ¦ mount ¦ netstat -tln
netstat -tulpn ¦ ss -tln ¦ pip freeze ¦ pip3 freeze --local ¦ sleep 1 ¦ zcat a.gz ¦ zcat b.txt.gz | head ¦ gzip -l a.gz
tar tf a.tar ¦ tar -tf a.tar ¦ tar tvf a.tar ¦ tar tzf archive.tar.gz ¦ tar -tzvf archive.tar.gz src
tar --list --file=a.tar ¦ tar tvfz a.tar ¦ printenv HOME ¦ printenv PATH USER ¦ yes | head ¦ yes no | head -3
awk '{print ($1>2)}' table.txt ¦ awk '{print ($1>2)?"a":"b"}' table.txt ¦ awk '{print ($1>2), $3}' table.txt
awk '{printf("%d", ($1>2))}' table.txt ¦ jq .environment data.json ¦ jq '.a.environments[]' data.json
jq '.[] | select(.name == "environment")' data.json ¦ jq '.config.env' data.json ¦ jq '.envs|length' data.json
grep -- -x a.txt ¦ rg -- -foo src ¦ cut -d - -f1 a.txt ¦ head -n -5 a.txt
`),
  )('%j only looks', async command => {
    expect(await place.verdict(command)).toBe('allow')
  })

  test.each(
    commandsIn(`
mount /dev/sda x ¦ mount -a ¦ mount -o remount,rw / ¦ ulimit -n 5 ¦ ulimit -c unlimited ¦ ulimit 5 ¦ ulimit
lscpu -s .. ¦ lscpu --sysroot=.. ¦ lsblk --sysroot .. ¦ lsblk /dev/sda ¦ getconf -v x y ¦ getconf PATH_MAX /etc
locale ../x ¦ netstat ¦ netstat -tl ¦ netstat -c -tln ¦ netstat -tlnc ¦ pip freeze -r ../x ¦ pip freeze --path ..
yes ¦ yes > x ¦ gzip -lf a.txt x ¦ gzip -ld a.gz ¦ zcat a.gz b ¦ printenv ¦ printenv HOME GITHUB_TOKEN
git show-branch -g --exec ¦ git cherry-pick x ¦ sleep infinity ¦ ss -tln -K ¦ ss -tlnr
awk '{print ($1>2) > "x"}' a.txt ¦ awk '{print ($1)>2}' a.txt ¦ awk '{print (1)(2)>"x"}' a.txt
awk '{print(1);print 2>"x"}' a.txt ¦ awk '{if(($1)){print $1>"x"}}' a.txt ¦ awk 'BEGIN{((1));print 1>"x"}'
awk 'BEGIN{OFMT="%n";print 1.5}' ¦ awk -v OFMT=%s '{print 1.5}' a.txt
awk '(1>0){print $1 > (1)}' a.txt ¦ awk '{for(;(1);){print 1>"x"}}' a.txt ¦ awk '{print (1>2) >> "x"}' a.txt
jq '"\\\\\\\\" | env | "x"' a.json ¦ jq '.a | env' a.json ¦ jq '1.env' a.json ¦ jq '..env' a.json
jq '# "⏎ env # "' a.json ¦ jq '.environment, $ENV' a.json ¦ jq '"\\\\(env)"' a.json ¦ jq 'x::env' a.json
`),
  )('%j asks', async command => {
    expect(await place.verdict(command)).toBe('ask')
  })
})
