import { area } from '../area.ts'

/** Why commands cannot run in a sandbox here, and what helps. */
export const sandboxText = area('sandbox', {
  runs_without: {
    en: "The sandbox is on but isn't available here: {why}. Commands run without it, with the usual permission prompts. {hint}",
    zh: '沙箱已开启，但此处不可用：{why}。命令在沙箱外运行，照常询问权限。{hint}',
  },
  required: {
    en: 'The sandbox isn\'t available here: {why}. {hint} ("failIfUnavailable" is set.)',
    zh: '沙箱在此处不可用：{why}。{hint}（已设置 "failIfUnavailable"。）',
  },
  server_needs: {
    en: 'it says "sandbox": true, and the sandbox isn\'t available here: {why}. {hint}',
    zh: '配置了 "sandbox": true，但沙箱在此处不可用：{why}。{hint}',
  },
  server_has_none: {
    en: 'it says "sandbox": true, and there is no sandbox here',
    zh: '配置了 "sandbox": true，但此处没有沙箱',
  },
  no_platform: { en: 'there is no sandbox for {platform}', zh: '{platform} 系统没有可用的沙箱' },
  use_linux: { en: 'Use Linux, macOS or WSL 2.', zh: '请使用 Linux、macOS 或 WSL 2。' },
  names_fold: {
    en: "file names ignore case in {path}, so bubblewrap can't protect files there",
    zh: '{path} 中的文件名不区分大小写，bubblewrap 无法保护其中的文件',
  },
  use_other_volume: {
    en: 'Keep the project on a Linux file system (in WSL: under your home directory, not /mnt/c).',
    zh: '请把项目放在 Linux 文件系统上（WSL 中放在主目录下，不要放在 /mnt/c）。',
  },
  no_bwrap: { en: 'bubblewrap (bwrap) is not installed', zh: '未安装 bubblewrap（bwrap）' },
  install: {
    en: 'Install it: {debian} (Debian, Ubuntu), {fedora} (Fedora), {arch} (Arch).',
    zh: '请安装：{debian}（Debian、Ubuntu），{fedora}（Fedora），{arch}（Arch）。',
  },
  fails: { en: '{program} does not work: {said}', zh: '{program} 无法运行：{said}' },
  said_nothing: { en: 'it said nothing', zh: '没有给出原因' },
  start_outside: {
    en: 'A program that is sandboxed itself cannot start another sandbox: start Capstan outside of it.',
    zh: '已在沙箱中的程序无法再启动沙箱：请在沙箱外启动 Capstan。',
  },
  no_proc: {
    en: 'this container does not let bubblewrap mount /proc ({said})',
    zh: '此容器不允许 bubblewrap 挂载 /proc（{said}）',
  },
  allow_proc: {
    en: 'Start the container with {option} (Docker, Podman), set {setting}, or switch the sandbox off: the container is one already.',
    zh: '请用 {option} 启动容器（Docker、Podman），或设置 {setting}，或关闭沙箱：容器本身已有隔离。',
  },
  apparmor: {
    en: 'AppArmor forbids user namespaces to bubblewrap ({said})',
    zh: 'AppArmor 禁止 bubblewrap 使用用户命名空间（{said}）',
  },
  allow_apparmor: {
    en: 'Ubuntu 24.04 and later: install the package {package} and enable the profile {profile}, or run {command} as root.',
    zh: 'Ubuntu 24.04 及更高版本：请安装软件包 {package} 并启用配置 {profile}，或以 root 运行 {command}。',
  },
  kernel_forbids: {
    en: 'this kernel forbids user namespaces to ordinary users ({said})',
    zh: '此内核禁止普通用户使用用户命名空间（{said}）',
  },
  namespaces_off: { en: 'user namespaces are switched off ({said})', zh: '用户命名空间已关闭（{said}）' },
  run_as_root: { en: 'Run {command} as root.', zh: '请以 root 运行 {command}。' },
  no_namespaces: {
    en: 'bubblewrap may not create namespaces ({said})',
    zh: 'bubblewrap 无权创建命名空间（{said}）',
  },
  allow_namespaces: {
    en: 'In a container: start it with {option} or {other}, or switch the sandbox off: the container is one already.',
    zh: '在容器中：请用 {option} 或 {other} 启动容器，或关闭沙箱：容器本身已有隔离。',
  },
  run_bwrap: {
    en: "Run bwrap yourself to see what's missing.",
    zh: '请自行运行 bwrap，查看缺少什么。',
  },
})
