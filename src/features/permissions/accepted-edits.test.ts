import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  commandsIn,
  createPermissionPlace,
  type PermissionContext,
} from '../../../test/support/permission-place.ts'

let context: PermissionContext
beforeAll(() => {
  context = createPermissionPlace()
})
afterAll(() => context.remove())
const EDITS = `
mkdir x ¦ mkdir -p a/b/c ¦ touch x ¦ touch src/new.ts ¦ rm a.txt ¦ rm -f a.txt ¦ rm -rf node_modules
rmdir logs ¦ mv a.txt c.txt ¦ cp a.txt c.txt ¦ sed -i s/a/b/ a.txt
sed -i 's/foo/bar/g' src/app.ts src/index.ts ¦ echo x > new.txt ¦ echo x >> a.txt ¦ cat a.txt > b.txt
ls > list ¦ mkdir -p x && touch x/y ¦ grep x a.txt > out.txt ¦ mv src/app.ts src/app2.ts
cp a.txt "dir with space/" ¦ touch a b c ¦ mkdir "my dir" ¦ mv -f a.txt b.txt ¦ rm -r src/components
timeout 5 touch x ¦ sort a.txt > b.txt ¦ cat <<EOF > new.txt⏎hello⏎EOF ¦ cp a.txt src/
`

test.each(commandsIn(EDITS))('%j is an edit inside', async command => {
  expect(await context.verdict(command, {}, { mode: 'acceptEdits' })).toBe('allow')
  expect(await context.verdict(command)).toBe('ask')
  expect(await context.verdict(command, {}, { mode: 'dontAsk' })).toBe('deny')
})

const MORE = `
mkdir ../x ¦ touch /tmp/x ¦ rm ../secret.md ¦ rm link.md/x ¦ mv a.txt ../ ¦ mv a.txt /tmp ¦ cp a.txt out/
cp ../secret.md x ¦ cp .env x ¦ cp /etc/passwd x ¦ mv .env x ¦ cp a.txt .git/hooks/x ¦ cp a.txt .vscode/x
mv a.txt .git/x ¦ touch .bashrc ¦ mkdir .git ¦ mkdir .vscode/x ¦ mkdir -p sub2/.git/hooks ¦ rm -rf .git
rm -rf .vscode ¦ mv .git x ¦ mv .vscode x ¦ cp -r .git x/.git ¦ cp a.txt .GIT/config
touch .Claude/settings.json ¦ rm -rf . ¦ rm -rf / ¦ rm -rf * ¦ rm $X ¦ rm "$X" ¦ rm $(ls) ¦ touch *
sed -i s/a/b/e a.txt ¦ sed -i "w x" a.txt ¦ sed -i s/a/b/ ../x ¦ sed -i s/a/b/ .git/config
sed -i -f x a.txt ¦ sed -i.bak s/a/b/ a.txt ¦ sed -i s/a/b/ .env ¦ echo x > ../y ¦ echo x > .git/config
echo x > link.md ¦ echo x > out/x ¦ echo x > dangling ¦ echo x > $X ¦ ln -s / x ¦ ln -s ../x y ¦ chmod +x a
npm test ¦ make ¦ tee x ¦ dd if=a.txt of=b.txt ¦ install a.txt b ¦ rsync a.txt b ¦ mv -t .. a.txt
cp -t .. a.txt ¦ cp --target-directory=.. a.txt ¦ mv --target-directory .. a.txt ¦ cp -S x a b
cp --backup=x a.txt b ¦ mkdir -m 777 ../x ¦ mkdir -Z x ¦ touch -r ../x y ¦ touch --reference=/etc/passwd y
touch -d x ../y ¦ cp -rL out x ¦ cp -r out x ¦ mv a.txt rootlink/tmp ¦ cd .. && touch x
cd src && touch ../../x ¦ cd /tmp && touch x ¦ rm -rf "$X"/ ¦ rm --no-preserve-root -rf src
cp a.txt envlink ¦ touch gitlink/x ¦ mv a.txt gitlink ¦ mkdir gitlink/hooks ¦ cp src/app.ts sub/.git/x
mv node_modules .husky ¦ cp Makefile .mcp.json ¦ cp Makefile .MCP.json ¦ mv package.json .npmrc
touch bunfig.toml ¦ cp a.txt x/../.git/config ¦ echo x > .github/../.git/config ¦ xargs rm < list
find . -delete ¦ rm -rf sub/.git ¦ rm -rf sub ¦ mv sub x ¦ touch .yarn/x ¦ touch .cargo/config.toml
touch .config/git/x ¦ touch .idea/x ¦ touch .devcontainer/devcontainer.json ¦ touch .mvn/x
mv a.txt .gitmodules ¦ touch src/.envrc ¦ touch .zshrc ¦ touch pyrightconfig.json
touch gradle/wrapper/gradle-wrapper.properties ¦ touch .claude.json ¦ FOO=1 touch x ¦ mkdir x; rm -rf ~
touch {a,../b} ¦ touch ~/x ¦ touch ~+/x ¦ mkdir $(pwd)/x ¦ echo x > {a,b} ¦ cp a.txt b.txt > ../log
mv a.txt b.txt && npm i ¦ touch "$(ls)" ¦ touch node_modules/x/index.js ¦ cp a.txt node_modules/.bin/tsc
cp -r src node_modules/evil ¦ echo x > .venv/bin/python ¦ mv a.txt sub/venv/lib/x.py ¦ cp a.txt NODE_MODULES/x
sed -i s/a/b/ node_modules/x/index.js ¦ echo x >> node_modules/typescript/lib/tsserver.js
`

test.each(commandsIn(MORE))('%j is more than an edit inside', async command => {
  expect(await context.verdict(command, {}, { mode: 'acceptEdits' })).toBe('ask')
})

const COVERED = `
npm test ¦ npm test x ¦ npm  test   x ¦ npm test -- --watch=false ¦ "npm" test ¦ npm 'test' x
LANG=C npm test ¦ CI=1 npm test ¦ NODE_ENV=test npm test ¦ timeout 5 npm test ¦ time npm test
nice npm test ¦ nohup npm test ¦ stdbuf -oL npm test ¦ command npm test ¦ npm test 2>&1
npm test 2>/dev/null ¦ npm test | head ¦ npm test && ls ¦ ls; npm test ¦ (npm test) ¦ npm test | grep x
if npm test; then echo ok; fi ¦ npm test "$HOME" ¦ npm test || true ¦ npm test⏎npm test
FORCE_COLOR=1 LC_ALL=C npm test ¦ /usr/bin/npm test ¦ ! npm test ¦ npm test < a.txt ¦ npm test &
npm test	x
`

test.each(commandsIn(COVERED))('a rule for npm test covers %j', async command => {
  expect(await context.verdict(command, { allow: ['Bash(npm test:*)'] })).toBe('allow')
})

const NOT_COVERED = `
npm testing ¦ npm tests ¦ npm test; rm x ¦ npm test && rm x ¦ npm test | sh ¦ npm test > out.txt
npm test >> out ¦ npm test &> out ¦ npm test 2> err ¦ npm test < .env ¦ npm test < ../x ¦ FOO=1 npm test
PATH=. npm test ¦ NODE_OPTIONS=x npm test ¦ LANG=$(rm x) npm test ¦ npm test $(rm x) ¦ npm test \`rm x\`
./npm test ¦ node_modules/.bin/npm test ¦ /tmp/npm test ¦ ~/bin/npm test ¦ npm() { rm x; }; npm test
alias npm=rm; npm test ¦ npm; test ¦ npm⏎test ¦ npm \\⏎testing ¦ env npm test ¦ sudo npm test
xargs -n1 npm test ¦ bash -c "npm test" ¦ eval "npm test" ¦ find . -exec npm test \\; ¦ watch npm test
cd .. && npm test ¦ cd / && npm test ¦ source x; npm test ¦ export PATH=.; npm test ¦ NPM test ¦ npm Test
npm test > "$X" ¦ npm test <(rm x) ¦ npm test > >(rm x) ¦ npm test <<EOF⏎$(rm x)⏎EOF ¦ npm test \\⏎; rm x
npm test & rm x ¦ npm test || rm x ¦ $(echo npm) test ¦ npm $X ¦ npm{,} test ¦ {npm,test} ¦ npm test; PATH=.
set -e; npm test ¦ trap "rm x" EXIT; npm test ¦ hash -p /tmp/x npm; npm test ¦ enable -n test; npm test
shopt -s expand_aliases; npm test ¦ PATH=.; npm test ¦ function npm { :; }; npm test ¦ noglob npm testx
npm "test⏎rm"x ¦ npm test"ing" ¦ npm test\\ing ¦ npm "test x"y ¦ "npm test" ¦ npm\\ test x ¦ exec npm test
time -o x npm test ¦ timeout 5 ./npm test ¦ npm test 2>&1 >x ¦ npm test {fd}>x ¦ npm test <>x
coproc npm test
`

test.each([...commandsIn(NOT_COVERED), 'npm test\r', 'npm te\u200bst'])(
  'a rule for npm test does not cover %j',
  async command => {
    expect(await context.verdict(command, { allow: ['Bash(npm test:*)'] })).toBe('ask')
  },
)

test.each(
  commandsIn(`
watch ls ¦ setsid ls ¦ flock x ls ¦ ionice ls ¦ env ls ¦ sudo ls ¦ xargs -n1 ls ¦ busybox ls ¦ chroot / ls ¦ strace ls
find . -exec ls {} ; ¦ find . -delete ¦ find . -fprint x ¦ find . -ok ls ; ¦ find . -fls x
`),
)('only the exact rule covers %j', async command => {
  const [name] = command.split(' ')
  expect(
    await context.verdict(command, { allow: [`Bash(${name}:*)`, `Bash(${name} *)`, 'Bash(* ls)'] }),
  ).toBe('ask')
  if (!command.includes(';'))
    expect(await context.verdict(command, { allow: [`Bash(${command})`] })).toBe('allow')
})
