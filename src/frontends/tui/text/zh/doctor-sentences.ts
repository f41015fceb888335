/** Why a sandbox is not available here, and what helps. */
const SANDBOX: readonly (readonly [RegExp, string])[] = [
  [/^there is no sandbox for (\S+)$/, '$1 系统没有可用的沙箱'],
  [/^Use Linux, macOS or WSL 2\.$/, '请使用 Linux、macOS 或 WSL 2。'],
  [/^bubblewrap \(bwrap\) is not installed$/, '未安装 bubblewrap（bwrap）'],
  [
    /^Install it: (apt-get \S+ \S+) \(Debian, Ubuntu\), (.*) \(Fedora\), (.*) \(Arch\)\.$/,
    '请安装：$1（Debian、Ubuntu），$2（Fedora），$3（Arch）。',
  ],
  [/^(\S+) does not work: it said nothing$/, '$1 无法运行，也没有给出原因'],
  [/^(\S+) does not work: (.*)$/s, '$1 无法运行：$2'],
  [
    /^A program that is sandboxed itself cannot start another sandbox: .*$/,
    '已在沙箱中的程序无法再启动沙箱：请在沙箱外启动 Capstan。',
  ],
  [
    /^this container does not let bubblewrap mount \/proc \((.*)\)$/s,
    '此容器不允许 bubblewrap 挂载 /proc（$1）',
  ],
  [
    /^Start the container with (.*) \(Docker, Podman\), set (.*), or switch the sandbox off: .*$/,
    '请用 $1 启动容器（Docker、Podman），或设置 $2，或关闭沙箱：容器本身已有隔离。',
  ],
  [
    /^AppArmor forbids user namespaces to bubblewrap \((.*)\)$/s,
    'AppArmor 禁止 bubblewrap 使用用户命名空间（$1）',
  ],
  [
    /^Ubuntu 24\.04 and later: install the package (\S+) and enable the profile (\S+), or run (.*) as root\.$/,
    'Ubuntu 24.04 及更高版本：请安装软件包 $1 并启用配置 $2，或以 root 运行 $3。',
  ],
  [
    /^this kernel forbids user namespaces to ordinary users \((.*)\)$/s,
    '此内核禁止普通用户使用用户命名空间（$1）',
  ],
  [/^user namespaces are switched off \((.*)\)$/s, '用户命名空间已关闭（$1）'],
  [/^Run (sysctl .*) as root\.$/, '请以 root 运行 $1。'],
  [/^bubblewrap may not create namespaces \((.*)\)$/s, 'bubblewrap 无权创建命名空间（$1）'],
  [
    /^In a container: start it with (\S+ \S+) or (\S+ \S+), or switch the sandbox off: .*$/,
    '在容器中：请用 $1 或 $2 启动容器，或关闭沙箱：容器本身已有隔离。',
  ],
  [/^Run bwrap yourself to see what's missing\.$/, '请自行运行 bwrap，查看缺少什么。'],
]

/** What the examination says, by its English sentence; what is in brackets comes along as it is. */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^Couldn't check this: (.*)$/s, '无法检查：$1'],
  [/^Capstan (\S+) on (.*)$/, 'Capstan $1，系统 $2'],
  [/^Node\.js (\S+) is too old$/, 'Node.js $1 版本过旧'],
  [/^Install Node\.js (\S+) or later\.$/, '请安装 Node.js $1 或更高版本。'],
  [/^ripgrep not found: .*$/, '未找到 ripgrep：可以搜索，但较慢'],
  [/^Install (\S+) with your package manager\.$/, '请用系统的包管理器安装 $1。'],
  [/^Images can be read \(sharp\)$/, '可以读取图片（sharp）'],
  [/^Large images can't be resized: sharp doesn't load \((.*)\)$/s, '无法缩小大图片：sharp 加载失败（$1）'],
  [
    /^Large images can't be resized: that needs sharp in a node_modules folder next to this program$/,
    '无法缩小大图片：需要在本程序旁的 node_modules 文件夹中安装 sharp',
  ],
  [/^Native program \(Bun (\S+)\)$/, '原生程序（Bun $1）'],
  [/^Reinstall Capstan without --omit=optional\.$/, '请重新安装 Capstan，不要使用 --omit=optional。'],
  [/^No extensions are loaded here$/, '没有加载扩展'],
  [/^No extensions are loaded here; not in use: (.*)$/s, '没有加载扩展；未使用：$1'],
  [
    /^(\d+) loaded, about ([\d,]+) tokens in every request: (.*); not in use: (.*)$/s,
    '已加载 $1 项，每次请求约 $2 token：$3；未使用：$4',
  ],
  [/^(\d+) loaded, about ([\d,]+) tokens in every request: (.*)$/s, '已加载 $1 项，每次请求约 $2 token：$3'],
  [/^Waiting for you: (.*)$/s, '等待你确认：$1'],
  [/^To use it, review and trust this folder: (.*)$/, '要使用它，请先检查并信任此文件夹：$1'],
  [/^Install it if you want it: (.*)$/, '需要时请安装：$1'],
  [/^See everything with \/extensions\.$/, '用 /extensions 查看全部。'],
  [/^git not found: .*$/, '未找到 git：无法得知被忽略的文件和分支'],
  [/^No API key found$/, '未找到 API 密钥'],
  [
    /^Set ANTHROPIC_API_KEY, point ANTHROPIC_BASE_URL .*$/,
    '请设置 ANTHROPIC_API_KEY，或将 ANTHROPIC_BASE_URL 设为本机的服务器，或启动 capstan 按屏幕提示操作。',
  ],
  [/^The (?:key|token) comes from (ANTHROPIC_\w+)$/, '凭据来自 $1'],
  [
    /^The key comes from the command in apiKeyHelper \(not run here\)$/,
    '密钥来自 apiKeyHelper 中的命令（此处不运行）',
  ],
  [/^The key is stored in your keychain$/, '密钥保存在系统钥匙串中'],
  [/^Signed in to (.*)$/, '已登录 $1'],
  [/^The key is stored in (.*)$/, '密钥保存在 $1'],
  [/^The server (\S+) is stored in (.*)$/, '服务器 $1 保存在 $2'],
  [/^ANTHROPIC_BASE_URL isn't an http or https URL$/, 'ANTHROPIC_BASE_URL 不是 http 或 https 地址'],
  [/^Use a full URL, such as (.*)$/, '请使用完整的地址，例如 $1'],
  [/^Requests go to (.*)$/, '请求发往 $1'],
  [/^through the proxy of this machine$/, '经由本机的代理'],
  [/^through the proxy (.*)$/, '经由代理 $1'],
  [/^(.*) is now readable only by you\.$/, '$1 现在只有你能访问。'],
  [/^Instruction files are turned off by an environment variable$/, '环境变量关闭了说明文件'],
  [/^No instruction files here$/, '这里没有说明文件'],
  [/^Create one with \/init\.$/, '用 /init 创建一个。'],
  [/^That's a lot for every session; consider shortening it\.$/, '每个会话都要带上，太长了，建议精简。'],
  [/^Memory is off$/, '记忆已关闭'],
  [/^Memory is off: (.*)$/, '记忆已关闭：$1'],
  [/^Nothing is remembered here yet$/, '这里还没有记忆'],
  [/^(\d+) memor(?:y|ies) in (.*)$/, '$2 中有 $1 条记忆'],
  [/^(.*) is missing, and its line is still in MEMORY\.md$/, '$1 不存在，MEMORY.md 中仍有它的一行'],
  [/^Bring the file back, or delete the line\.$/, '请恢复文件，或删除该行。'],
  [/^(.*) was taken out of MEMORY\.md, and the file is left$/, '$1 已从 MEMORY.md 中移除，但文件还在'],
  [/^Delete the file, or put its line back\.$/, '请删除该文件，或把那一行放回去。'],
  [/^On \((.*)\)$/, '已开启（$1）'],
  [
    /^The MCP server (.*) can't start: it says "sandbox": true, and the sandbox has a temporary directory of its own, without (.*)\. Move it .*$/,
    'MCP 服务器 $1 无法启动：配置了 "sandbox": true，但沙箱有自己的临时目录，其中没有 $2。请把它移到沙箱可读的目录，或从该服务器的配置中删除 "sandbox"',
  ],
  [
    /^The MCP server (.*) can't start: it says "sandbox": true, and (.*) is hidden in the sandbox\. Move it .*$/,
    'MCP 服务器 $1 无法启动：配置了 "sandbox": true，但 $2 在沙箱中不可见。请把它移到沙箱可读的目录，或从该服务器的配置中删除 "sandbox"',
  ],
  [/^On, in its weaker form: .* \((.*)\)$/, '已开启（较弱的形式，命令能看到其他进程）：$1'],
  [/^(\S+) has no effect: other domains .*$/, '$1 不起作用：其他域名总是直接拒绝，不会询问'],
  [/^(\S+) has no effect: it is only for macOS$/, '$1 不起作用：仅用于 macOS'],
  [/^(\S+) has no effect: on Linux .*$/, '$1 不起作用：在 Linux 上命令总可以监听自己的本机端口'],
  [
    /^(\S+ and \S+) have no effect while deniedDomains .*$/,
    '设置了 deniedDomains 时 $1 不起作用：只有 Capstan 的代理认识该列表',
  ],
  [/^(\S+) has no effect: your own proxy .*$/, '$1 不起作用：由你自己的代理决定可访问的域名'],
  [/^(\S+) has no effect while (\S+) is true: .*$/, '$2 为 true 时 $1 不起作用：这样的命令可以写入任何位置'],
  [/^Off, but it would work \((.*)\)$/, '未开启，但可以使用（$1）'],
  [/^("sandbox": .*) in the settings turns it on\.$/, '在设置中写入 $1 即可开启。'],
  [/^On, but it doesn't work here: $/, '已开启，但此处不可用：'],
  [/^Off, and it wouldn't work here: $/, '未开启，此处也不可用：'],
  [/^([\d,]+) sessions?, (.*) in (.*)$/, '$1 个会话，共 $2，位于 $3'],
  [/^(.*) is writable$/, '$1 可写'],
  [/^(.*) isn't writable: sessions wouldn't be saved$/, '$1 不可写：会话将无法保存'],
  [
    /^Fix the permissions \(chown, chmod\), .*$/,
    '请取得该目录的权限（chown、chmod），或用 CAPSTAN_CONFIG_DIR 指定另一个。',
  ],
  [/^Only (.*) free on the disk$/, '磁盘仅剩 $1'],
  [/^(.*) free on the disk$/, '磁盘剩余 $1'],
  [
    /^"capstan sessions purge" lists sessions you could delete\.$/,
    '"capstan sessions purge" 列出可以清理的会话。',
  ],
  [
    /^Others can read ([\d,]+) paths? with session data, e\.g\. (.*)$/,
    '其他人可以读取 $1 个含有会话数据的路径，例如 $2',
  ],
  [/^Files should have mode 600 and their directories 700\.$/, '文件权限应为 600，目录应为 700。'],
  [/^([\d,]+) locks? left by processes that are gone$/, '$1 个锁属于已结束的进程'],
  [/^They do no harm; the next start removes them\.$/, '没有影响：下次启动时会清除。'],
  [/^([\d,]+) stale locks? removed\.$/, '已清除 $1 个失效的锁。'],
  [/^No settings files: defaults apply$/, '没有设置文件：全部为默认值'],
  [/^Read: (.*)$/, '已读取：$1'],
  [/^It takes effect once you trust the folder: capstan trust$/, '信任该文件夹后生效：capstan trust'],
  [
    /^(.*) has keys known to other tools, with no effect here: (.*)$/,
    '$1 中有其他程序使用、在此不起作用的键：$2',
  ],
  [/^(.*) has keys Capstan doesn't know: (.*)$/, '$1 中有不起作用的键：$2'],
  [/^(.*) is trusted$/, '$1 已受信任'],
  [
    /^(.*) isn't trusted: only its deny and ask rules apply$/,
    '$1 未受信任：其设置中只有 deny 和 ask 规则生效',
  ],
  [
    /^Run "capstan trust" to review what it wants and trust it\.$/,
    '运行 capstan trust 查看它的要求并信任它。',
  ],
  [/^Hooks are turned off \(disableAllHooks\)$/, '钩子已关闭（disableAllHooks）'],
  [/^No hooks$/, '没有钩子'],
  [
    /^There is no hook event "(.+)"; its hooks never run\. Did you mean (\w+)\?$/,
    '没有名为 "$1" 的钩子事件，其钩子不会运行。是否指 $2？',
  ],
  [/^There is no hook event "(.+)"; its hooks never run\.$/, '没有名为 "$1" 的钩子事件，其钩子不会运行。'],
  [
    /^Run "capstan hooks list" to see where each hook comes from\.$/,
    '运行 "capstan hooks list" 查看每个钩子的来源。',
  ],
  [/^Telemetry is on but goes nowhere$/, '遥测已开启，但没有发送目标'],
  [
    /^Set OTEL_METRICS_EXPORTER, OTEL_LOGS_EXPORTER or OTEL_TRACES_EXPORTER\.$/,
    '请设置 OTEL_METRICS_EXPORTER、OTEL_LOGS_EXPORTER 或 OTEL_TRACES_EXPORTER。',
  ],
  [/^Telemetry goes to (.*)$/, '遥测发送到 $1'],
  [/^Telemetry sends your prompts$/, '遥测会发送你的提示词'],
  [/^Telemetry sends the model's answers$/, '遥测会发送模型的回答'],
  [/^Telemetry sends commands, paths and tool inputs$/, '遥测会发送命令、路径和工具输入'],
  [/^Telemetry sends what tools return$/, '遥测会发送工具的返回内容'],
  [/^Telemetry sends whole requests and replies$/, '遥测会发送完整的请求和回复'],
  [/^Whole requests and replies are written to (.*)$/, '完整的请求和回复会写入 $1'],
  [/^Set (OTEL_\w+)=0 to turn that off\.$/, '要关闭，请设置 $1=0。'],
  [/^TERM is "dumb": the full-screen interface isn't available$/, 'TERM 为 "dumb"：无法使用全屏界面'],
  [/^Use another terminal, or -p\.$/, '请使用其他终端，或使用 -p。'],
  [/^Only 16 colors$/, '只有 16 色'],
  [
    /^If your terminal supports more, set COLORTERM=truecolor\.$/,
    '如果终端支持更多颜色，请设置 COLORTERM=truecolor。',
  ],
  [/^The locale is not set: .*$/, '未设置区域：ASCII 以外的字符可能显示错误'],
  [/^The locale is (".*"): .*$/, '区域为 $1：ASCII 以外的字符可能显示错误'],
  [/^Set LANG to a UTF-8 locale, such as C\.UTF-8\.$/, '请将 LANG 设为 UTF-8 区域，例如 C.UTF-8。'],
  [/^tmux: Esc is delayed$/, 'tmux：Esc 会被延迟'],
  [/^tmux: Shift-Enter and Ctrl-Enter look like Enter$/, 'tmux：Shift-Enter 和 Ctrl-Enter 与 Enter 无法区分'],
  [/^tmux: Capstan can't tell whether you're watching$/, 'tmux：无法得知你是否在看屏幕'],
  [/^tmux: notifications and the clipboard don't get through$/, 'tmux：通知和剪贴板无法传出'],
  [/^In ~\/\.tmux\.conf: (.*)$/, '在 ~/.tmux.conf 中写入：$1'],
]

/** A sentence nobody put into Chinese stays as it is: it is exact. */
export const doctorSentence = (text: string): string => {
  const [, fails, why] = /^(O.*, (?:but it doesn't|and it wouldn't) work here: )(.*)$/s.exec(text) ?? []
  if (fails !== undefined && why !== undefined) return inChinese(SENTENCES, fails) + inChinese(SANDBOX, why)
  return inChinese(SENTENCES, inChinese(SANDBOX, text))
}

const inChinese = (sentences: typeof SENTENCES, text: string): string => {
  const known = sentences.find(([sentence]) => sentence.test(text))
  return known ? text.replace(known[0], known[1]) : text
}
