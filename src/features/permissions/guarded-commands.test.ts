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
// `PROJ` and `HOMEDIR` stand for the places of this run.
const there = (command: string): string =>
  command.replaceAll('PROJ', context.cwd).replaceAll('HOMEDIR', context.home)

// Nothing that allows, neither rule nor mode, reaches these.
const CRITICAL = `
make > ~/.bashrc ¦ make > .git/config ¦ make > .GIT/hooks/x ¦ make > .vscode/settings.json
make > .claude/settings.json ¦ make > .capstan/x ¦ make > .npmrc ¦ make > gitlink/config ¦ make > .husky/x
make > sub/.git/config ¦ rm -rf / ¦ rm -rf ~ ¦ rm -rf $X/ ¦ rm -rf "$X"/* ¦ rm -rf . ¦ rm -rf ..
rm -rf ./.. ¦ rm -rf $HOME ¦ rm -rf "$HOME" ¦ rm -rf ~/ ¦ rm -rf /* ¦ rm -rf /usr ¦ rm -rf /etc/ ¦ rm -rf //
rm -rf /./ ¦ rm -rf /tmp/.. ¦ rm -rf src/.. ¦ rm -rf src/../.. ¦ rm -r -f -- / ¦ rm -rf -- .
rm --recursive --force / ¦ rm -rf PROJ ¦ rm -rf HOMEDIR ¦ rm -rf PROJ/ ¦ rm -rf PROJ/* ¦ rm -rf here
rm -rf here/ ¦ rm -rf up ¦ rm -rf up/ ¦ rm -rf rootlink/ ¦ rm -rf rootlink ¦ rm -rf * ¦ rm -rf ./*
rm -rf .* ¦ rmdir / ¦ rmdir . ¦ rmdir ~ ¦ rmdir -p . ¦ sudo rm -rf / ¦ sudo rm -rf ~ ¦ env rm -rf /
timeout 5 rm -rf / ¦ xargs rm -rf / ¦ sh -c "rm -rf /" ¦ bash -c "rm -rf ~" ¦ eval "rm -rf /"
echo $(rm -rf /) ¦ echo \`rm -rf /\` ¦ find . -exec rm -rf / \\; ¦ (rm -rf /) ¦ ls && rm -rf / ¦ /bin/rm -rf /
\\rm -rf / ¦ "rm" -rf / ¦ rm -rf "/" ¦ rm -rf '/' ¦ rm -rf \\/ ¦ rm -rf \${X}/ ¦ rm -rf \${X:-}/ ¦ rm -rf \${X}/*
rm -rf $X/* ¦ rm -rf "\${X}"/ ¦ rm -rf "$X/" ¦ rm -rf "$X/*" ¦ rm -rf $(pwd) ¦ rm -rf $(pwd)/* ¦ rm -rf \`pwd\`
rm -rf $PWD ¦ rm -rf "$PWD" ¦ rm -rf ~root ¦ rm -rf ~+ ¦ rm -rf {/,x} ¦ rm -rf /{usr,etc} ¦ rm -rf /???
rm -rf /[a-z]* ¦ rm -rf ~/* ¦ rm -rf $HOME/* ¦ cd / && rm -rf * ¦ cd .. && rm -rf project
cd .. && rm -rf * ¦ cd ~ && rm -rf . ¦ cd src && rm -rf .. ¦ cd src && rm -rf ../
cd src && rm -rf ../../project ¦ rm -rf ../project ¦ rm -rf ../ ¦ rm -rf ../../ ¦ rm -rf x/ / y
nohup rm -rf / & ¦ f() { rm -rf /; }; f ¦ if true; then rm -rf /; fi ¦ trap "rm -rf /" EXIT ¦ doas rm -rf /
watch rm -rf / ¦ rm -fr / ¦ rm -Rf / ¦ rm -r -- / ¦ rm / -rf ¦ cat <<EOF⏎$(rm -rf /)⏎EOF ¦ rm -rf ""/
rm -rf $X"/" ¦ rm -rf "$X"'/' ¦ rm -rf \${X%/}/ ¦ rm -rf $1/ ¦ rm -rf "$@"/ ¦ rm -rf $X/. ¦ rm -rf $X/..
rm -rf $X// ¦ rm -rf "$X/.*" ¦ rm -rf $X$Y/ ¦ rm -rf /$X ¦ rm -rf /"$X" ¦ rm -rf ~/$X ¦ rm -rf "$HOME/$X"
rm -rf $(echo /) ¦ rm -rf $(echo /)/ ¦ rm -rf /proc/self/cwd ¦ rm -rf /proc/self/root ¦ exec rm -rf /
command rm -rf / ¦ builtin rm -rf / ¦ time rm -rf / ¦ nice rm -rf / ¦ stdbuf -o0 rm -rf / ¦ setsid rm -rf /
flock x rm -rf / ¦ ionice rm -rf / ¦ su -c "rm -rf /" ¦ rm -rf "/home" ¦ rm -rf /tmp
`

test.each(commandsIn(CRITICAL))('%j asks whatever is allowed', async command => {
  expect(await context.verdict(there(command), { allow: ['Bash'] })).toBe('ask')
  expect(await context.verdict(there(command), {}, { mode: 'bypassPermissions' })).toBe('ask')
  expect(await context.verdict(there(command), { allow: ['Bash'] }, { mode: 'dontAsk' })).toBe('deny')
})

test.each(
  commandsIn(`
rm -rf web ¦ rm -rf ./web ¦ rm -rf src/* ¦ rm a.txt ¦ rm -rf "dir with space" ¦ rm -f *.log ¦ rm -rf $X ¦ rm -rf "$X/build"
rm -rf src/$X ¦ find . -name '*.tmp' -delete ¦ find src -delete ¦ rmdir logs
`),
)('%j is a plain removal', async command => {
  expect(await context.verdict(command, { allow: ['Bash'] })).toBe('allow')
})

test.each(
  commandsIn(`
find / -delete ¦ find / -name x -delete ¦ find ~ -delete ¦ find .. -delete ¦ sudo find /etc -delete ¦ find up/ -type f -delete
`),
)('%j asks, because it clears more than a working directory', async command => {
  expect(await context.verdict(command, { allow: ['Bash'] })).toBe('ask')
})

const PROTECTED = `
cp a .git/config ¦ mv a .git/config ¦ tee .git/config ¦ tee -a .bashrc ¦ ln -s a .git/hooks/x ¦ ln a .git/x
install a .git/hooks/x ¦ install -m 755 a .git/hooks/pre-commit ¦ install -t .git/hooks a
install -D a .husky/x ¦ rsync a .git/hooks/ ¦ rsync -a a/ .git/hooks/ ¦ dd if=a of=.git/config
dd of=.git/config if=a ¦ tar -xf x.tar -C .git ¦ tar xf x.tar -C .git/hooks ¦ tar -C .git -xf x
tar --directory=.git -xf x ¦ tar xf x.tar --directory .git ¦ unzip x.zip -d .git ¦ unzip -d .git/hooks x.zip
unzip -o x.zip -d.git ¦ git apply --directory=.git x ¦ patch .git/config x ¦ patch -p1 .bashrc < x
patch -o .git/config a b ¦ patch -d .git < x ¦ sed -i s/a/b/ .git/config ¦ sed --in-place s/a/b/ .npmrc
sed -n "w .git/config" a ¦ sed "s/a/b/w .bashrc" a ¦ perl -pi -e s/a/b/ .git/config ¦ perl -i -pe 1 .bashrc
ruby -pi -e 1 .bashrc ¦ awk -i inplace 1 .git/config ¦ awk "{print > \\".git/config\\"}" a
sort -o .git/config a ¦ sort -o.npmrc a ¦ sort --output=.npmrc a ¦ uniq a .npmrc ¦ xxd -r a .git/config
curl -o .git/hooks/x http://x ¦ curl -o.npmrc u ¦ curl --output .npmrc u ¦ curl -O --output-dir .git u
wget -O .npmrc u ¦ wget -P .git u ¦ touch .git/x ¦ truncate -s0 .git/config ¦ rm .git/config ¦ rm -rf .git
rmdir .git ¦ mkdir .git/x ¦ chmod +x .git/hooks/x ¦ chown a .git/x ¦ mkfifo .git/x ¦ unlink .git/config
shred .git/config ¦ split a .git/x ¦ csplit a 1 -f .git/x ¦ vim .git/config ¦ nano .bashrc ¦ ed .npmrc
ex -sc wq .npmrc ¦ emacs .npmrc ¦ git config -f .git/config a b ¦ git config --file=.npmrc a b
gcc a.c -o .git/hooks/x ¦ go build -o .git/hooks/x ¦ tsc --outDir .git ¦ node x > .git/config
echo x | tee .git/config ¦ echo x | sudo tee .git/config ¦ echo x | tee a .git/config ¦ cat a >> .npmrc
cat a >| .npmrc ¦ cat a &> .npmrc ¦ cat a <> .npmrc ¦ bash -c "echo x > .git/config"
sh -c "cp a .git/config" ¦ eval "echo > .npmrc" ¦ find . -exec cp a .git/config \\; ¦ xargs cp -t .git/hooks
env cp a .git/config ¦ sudo cp a .git/config ¦ timeout 5 cp a .git/config ¦ (echo x > .git/config)
{ echo x; } > .npmrc ¦ for i in a; do echo x; done > .npmrc ¦ echo $(echo x > .git/config) ¦ cp a .git/
cp a ./.git/../.git/config ¦ cp a gitlink/config ¦ cp a here/.git/config ¦ cp a sub/.git/config
cp a .GIT/config ¦ cp a .Npmrc ¦ cp a "$PWD/.git/config" ¦ cp a $X/.git/config ¦ cp a .g*/config
cp a .git* ¦ cp a .g?t/config ¦ cp a {.git,x}/config ¦ cp -r x/.git . ¦ cp -r other/.husky .
mv x/.vscode . ¦ cp ../z/.npmrc . ¦ cp x/.bashrc ~ ¦ rsync -a x/.git/ .git/ ¦ scp h:x .git/config
rsync h:x .npmrc ¦ gzip .npmrc ¦ openssl enc -out .npmrc ¦ gpg -o .npmrc x ¦ zip .git/x.zip a
jq . a > .mcp.json ¦ ln -sf a .bashrc ¦ ln -s a -t .git ¦ cd .git && touch x ¦ cd .git/hooks && cp ../../a x
cd src && cp a ../.git/config ¦ cd .git; echo x > config ¦ pushd .git && touch x
python -c "open('.git/config','w')" ¦ mv a ~/.ssh/authorized_keys ¦ cp a ~/.bashrc
echo x >> ~/.ssh/authorized_keys ¦ echo x >> ~/.profile ¦ touch ~/.config/git/config ¦ chmod 777 ~/.ssh
chattr +i .npmrc ¦ setfacl -m x .npmrc ¦ ssh-keygen -f .git/x ¦ git init .git/x ¦ git clone u .git/x
git worktree add .git/x ¦ git --git-dir=.git config a b ¦ base64 -d a > .npmrc ¦ printf x > .envrc
cp a .envrc ¦ tar czf .npmrc a ¦ 7z x a -o.git ¦ bsdtar -xf a -C .git ¦ cpio -D .git -i
pip install -t .git x ¦ npm install --prefix .git ¦ cmake -B .git ¦ make -C .git ¦ sponge .npmrc
cp --target-directory=.git a ¦ mv -t .git a ¦ cp -t.git a ¦ ln -t .git a ¦ cp a -t .git
install --target-directory=.git a ¦ mktemp -p .git ¦ mktemp .git/XXXX ¦ rename a b .npmrc
logrotate -s .npmrc x ¦ script .npmrc ¦ tee >(cat > .npmrc) ¦ yq -i . .pre-commit-config.yaml
prettier --write .mcp.json ¦ eslint --fix .pnp.cjs -o .npmrc ¦ dos2unix .npmrc ¦ strip .git/x
objcopy a .git/x ¦ ffmpeg -i a .git/x ¦ convert a .git/x ¦ sqlite3 .git/x ¦ touch -c .npmrc
mkdir -p .git/hooks ¦ rm -f .vscode/settings.json ¦ git mv a .npmrc ¦ git rm .npmrc ¦ git checkout -- .npmrc
git restore .npmrc
`

test.each(commandsIn(PROTECTED))('%j may write a protected path', async command => {
  expect(await context.verdict(command, { allow: ['Bash'] })).toBe('ask')
  expect(await context.verdict(command, {}, { mode: 'bypassPermissions' })).toBe('ask')
})

test.each(
  commandsIn(`
git add .npmrc ¦ git commit -m "touch .git/config" ¦ echo .git/config ¦ npm run build ¦ make -j4 ¦ cp a c ¦ git push origin main
node x.js ¦ docker build . ¦ sed -i s/a/b/ a.txt ¦ ssh -i ~/.ssh/id_rsa host
`),
)('%j writes none', async command => {
  expect(await context.verdict(command, { allow: ['Bash'] })).toBe('allow')
})
