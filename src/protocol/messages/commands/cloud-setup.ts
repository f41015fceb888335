import { area } from '../area.ts'

/** What /setup-bedrock and /setup-vertex say. */
export const cloudAnswer = area('commands-cloud', {
  intro: {
    en: 'Sets up {title} in your settings file. Nothing is sent anywhere.',
    zh: '在你的设置文件中配置 {title}，不向任何地方发送请求。',
  },
  by_hand: {
    en: 'Nothing of your account is looked at here, and nothing is written. Type /setup-{cloud} in the terminal interface, or put this into your settings file:',
    zh: '此处不查看你的账号，也不写入任何内容。请在终端界面中输入 /setup-{cloud}，或将以下内容写入你的设置文件：',
  },
  found: { en: 'Found on this machine:', zh: '本机上找到：' },
  found_nothing: { en: 'No credentials found on this machine.', zh: '本机上没有找到凭据。' },
  row: { en: '  {words}  {what}', zh: '  {words}  {what}' },
  say: { en: 'Choose one, for example:', zh: '请选择一种，例如：' },
  usage_bedrock: {
    en: 'Usage: /setup-bedrock auth=profile|keys|api-key|machine [profile=<name>] [region=<region>] [opus=<id>] [sonnet=<id>] [haiku=<id>] [model=<name>] [--yes]',
    zh: '用法：/setup-bedrock auth=profile|keys|api-key|machine [profile=<名称>] [region=<区域>] [opus=<ID>] [sonnet=<ID>] [haiku=<ID>] [model=<名称>] [--yes]',
  },
  usage_vertex: {
    en: 'Usage: /setup-vertex auth=gcloud|file|machine [file=<path>] [project=<id>] [region=<region>] [opus=<id>] [sonnet=<id>] [haiku=<id>] [model=<name>] [--yes]',
    zh: '用法：/setup-vertex auth=gcloud|file|machine [file=<路径>] [project=<ID>] [region=<区域>] [opus=<ID>] [sonnet=<ID>] [haiku=<ID>] [model=<名称>] [--yes]',
  },

  profile: { en: 'AWS profile {name}', zh: 'AWS 配置 {name}' },
  profile_in: { en: 'AWS profile {name} ({region})', zh: 'AWS 配置 {name}（{region}）' },
  keys: { en: 'AWS access keys from your environment', zh: '环境变量中的 AWS 访问密钥' },
  api_key: { en: 'Bedrock API key', zh: 'Bedrock API 密钥' },
  aws_machine: {
    en: 'The role of this machine (container or instance)',
    zh: '本机的角色（容器或实例）',
  },
  gcloud: { en: 'Your Google Cloud login (gcloud)', zh: '你的 Google Cloud 登录（gcloud）' },
  file: { en: 'Service account file', zh: '服务账号文件' },
  google_machine: { en: 'The service account of this machine', zh: '本机的服务账号' },

  good: { en: 'found', zh: '已找到' },
  no_profile: {
    en: 'No AWS profile is named {name}. Found: {names:list}.',
    zh: '没有名为 {name} 的 AWS 配置。找到的有：{names:list}。',
  },
  no_profiles: {
    en: 'No AWS profile is named {name}, and there are no others in ~/.aws. Create one: aws configure --profile {name}',
    zh: '没有名为 {name} 的 AWS 配置，~/.aws 中也没有其他配置。创建：aws configure --profile {name}',
  },
  which_profile: { en: 'Name the profile: profile=<name>', zh: '请指定配置：profile=<名称>' },
  sso_profile: {
    en: 'The profile signs in by browser: run aws sso login --profile {name} when its session has ended, or set awsAuthRefresh to do that.',
    zh: '该配置通过浏览器登录：会话结束后运行 aws sso login --profile {name}，或用 awsAuthRefresh 自动登录。',
  },
  no_keys: {
    en: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY aren't both set here; set them before you start Capstan.",
    zh: '此处没有同时设置 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY；请在启动 Capstan 前设置。',
  },
  used_instead: {
    en: '{variable} is set in your environment and is used instead; unset it.',
    zh: '环境变量中设置了 {variable}，会被优先使用；请取消设置。',
  },
  no_api_key: {
    en: "AWS_BEARER_TOKEN_BEDROCK isn't set here. Store the key with /login bedrock (or capstan auth login bedrock), unless you did already.",
    zh: '此处没有设置 AWS_BEARER_TOKEN_BEDROCK。请用 /login bedrock（或 capstan auth login bedrock）保存密钥，已保存则不必。',
  },
  unseen_machine: {
    en: 'Whether this machine has such an account can only be seen with the first request.',
    zh: '本机是否有这样的账号，要到第一次请求时才知道。',
  },
  no_gcloud: {
    en: '{file} is not there: run gcloud auth application-default login',
    zh: '没有 {file}：请运行 gcloud auth application-default login',
  },
  bad_login: {
    en: '{file} is no Google Cloud login: run gcloud auth application-default login',
    zh: '{file} 不是 Google Cloud 登录信息：请运行 gcloud auth application-default login',
  },
  no_file: { en: "{file} can't be read: {why}", zh: '无法读取 {file}：{why}' },
  bad_file: {
    en: '{file} is no key of a service account: it needs type, client_email and a private_key that can be read.',
    zh: '{file} 不是服务账号密钥：需要 type、client_email 和可读取的 private_key。',
  },
  which_file: { en: 'Name the file: file=<path>', zh: '请指定文件：file=<路径>' },
  open_file: {
    en: 'Others on this machine can read {file}; run chmod 600 on it.',
    zh: '本机其他用户可以读取 {file}；请对它执行 chmod 600。',
  },
  which_project: { en: 'Name the project: project=<id>', zh: '请指定项目：project=<ID>' },

  which_auth: { en: 'auth= takes {choices:or}.', zh: 'auth= 的取值：{choices:or}。' },
  no_key: { en: "{word} isn't understood. {usage}", zh: '无法识别 {word}。{usage}' },
  twice: { en: '{key}= is given twice.', zh: '{key}= 给了两次。' },
  bad_value: { en: '{value} is no valid value for {key}=.', zh: '{value} 不是 {key}= 的有效值。' },
  not_with: { en: "{key}= doesn't go with auth={auth}.", zh: '{key}= 不能与 auth={auth} 一起使用。' },
  user_only: {
    en: "Providers are chosen in your own settings only: a project's files can't choose who gets your prompts.",
    zh: '提供商只能在你自己的设置中选择：项目文件不能决定谁接收你的内容。',
  },

  would_write: { en: 'Would write to {file}:', zh: '将写入 {file}：' },
  set: { en: '  {key} = {value}', zh: '  {key} = {value}' },
  changed: { en: '  {key} = {value} (was {before})', zh: '  {key} = {value}（原为 {before}）' },
  removed: { en: '  {key} removed (was {before})', zh: '  删除 {key}（原为 {before}）' },
  managed: {
    en: 'Set by your administrator, who has the last word: {keys:list}.',
    zh: '由管理员设置，以管理员的为准：{keys:list}。',
  },
  commands_too: {
    en: 'Commands that Capstan runs see these variables, too.',
    zh: 'Capstan 运行的命令也会看到这些变量。',
  },
  checked_here: {
    en: 'Checked on this machine only: no request was sent.',
    zh: '仅在本机检查，没有发送请求。',
  },
  add_yes: { en: 'Add --yes to write it.', zh: '加上 --yes 写入。' },
  written: {
    en: 'Written to {file}. {title} is used from the next start on; this session goes on as it is.',
    zh: '已写入 {file}。下次启动时开始使用 {title}；本次会话保持不变。',
  },
  undo: {
    en: 'To undo it: capstan config unset provider',
    zh: '撤销：capstan config unset provider',
  },
})
