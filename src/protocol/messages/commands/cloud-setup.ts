import { area } from '../area.ts'

/** What /setup-bedrock and /setup-vertex answer. */
export const cloudAnswer = area('commands-cloud', {
  heading: { en: '{title}, as it is set up now:', zh: '{title} 当前的设置：' },
  heading_with: { en: '{title}, with what you gave:', zh: '{title}，按你给出的值：' },
  credentials: { en: '1. Credentials: {what}', zh: '1. 凭据：{what}' },
  region: { en: '2. Region: {region} ({from})', zh: '2. 区域：{region}（{from}）' },
  region_default: { en: '2. Region: {region} (default)', zh: '2. 区域：{region}（默认）' },
  project: { en: '3. Project: {project}', zh: '3. 项目：{project}' },
  project_missing: { en: '3. Project: not set', zh: '3. 项目：未设置' },
  models: { en: '{step}. Models:', zh: '{step}. 模型：' },
  model_at: { en: '   {name} → {id}', zh: '   {name} → {id}' },
  model_at_region: { en: '   {name} → {id} in {region}', zh: '   {name} → {id}，区域 {region}' },
  endpoint: { en: '   Endpoint: {url}', zh: '   端点：{url}' },

  from_gateway: {
    en: 'a gateway signs the requests ({variable}=1)',
    zh: '由网关签名请求（{variable}=1）',
  },
  from_source: { en: 'from {source}', zh: '来自 {source}' },
  from_export: {
    en: 'from the command in awsCredentialExport',
    zh: '来自 awsCredentialExport 中的命令',
  },
  from_profile: { en: 'profile "{profile}" in {file}', zh: '{file} 中的配置 "{profile}"' },
  profile_absent: {
    en: 'profile "{profile}" is not in your AWS files; they have: {profiles}',
    zh: 'AWS 文件中没有配置 "{profile}"；现有：{profiles}',
  },
  profile_no_files: {
    en: 'profile "{profile}", but there are no AWS files',
    zh: '配置 "{profile}"，但没有 AWS 文件',
  },
  from_container: { en: 'from the container it runs in', zh: '来自所在的容器' },
  from_file: { en: 'from {file}', zh: '来自 {file}' },
  file_absent: { en: '{file} does not exist', zh: '{file} 不存在' },
  none_seen: {
    en: 'none found in variables and files; the test also asks "{tool}" and the machine it runs on',
    zh: '变量和文件中没有找到；测试时还会询问 "{tool}" 和所在的机器',
  },
  refreshes: { en: '   Renewed by {setting}: {command}', zh: '   由 {setting} 更新：{command}' },

  next_credentials_bedrock: {
    en: 'Next: sign in with "aws sso login" or "aws configure", or set AWS_BEARER_TOKEN_BEDROCK in your shell; with a profile: /setup-bedrock profile=NAME. Secrets stay there, Capstan does not save them.',
    zh: '下一步：运行 "aws sso login" 或 "aws configure" 登录，或在 shell 中设置 AWS_BEARER_TOKEN_BEDROCK；使用配置：/setup-bedrock profile=NAME。密钥留在原处，Capstan 不保存。',
  },
  next_credentials_vertex: {
    en: 'Next: sign in with "gcloud auth application-default login", or name a key file: /setup-vertex file=/path/to/key.json. Secrets stay there, Capstan does not save them.',
    zh: '下一步：运行 "gcloud auth application-default login" 登录，或指定密钥文件：/setup-vertex file=/path/to/key.json。密钥留在原处，Capstan 不保存。',
  },
  next_project: {
    en: 'Next: name the project: {command} project=ID',
    zh: '下一步：指定项目：{command} project=ID',
  },
  next_region: {
    en: 'Next: name the region, such as {command} region={example}, or test with the default: {command} test',
    zh: '下一步：指定区域，例如 {command} region={example}；或用默认区域测试：{command} test',
  },
  next_test: {
    en: 'Next: {command} test sends one short request to each model (at the usual price, a few tokens).',
    zh: '下一步：{command} test 会向每个模型发送一个简短请求（按正常价格，几个 token）。',
  },
  also: { en: 'It also takes {names}, each as name=value.', zh: '还接受 {names}，格式均为 name=value。' },

  tested: { en: 'Test:', zh: '测试：' },
  model_works: { en: '   {name} ({id}): works', zh: '   {name}（{id}）：可用' },
  model_fails: { en: '   {name} ({id}): {why}', zh: '   {name}（{id}）：{why}' },
  not_tested: { en: 'Test: {why}', zh: '测试：{why}' },
  refused_bedrock: {
    en: 'Refused: these credentials were found, but may not be used for this. If they expired, sign in again ("aws sso login"). Otherwise the identity needs bedrock:InvokeModelWithResponseStream, and access to the model in the Bedrock console of {region}.',
    zh: '被拒绝：找到了凭据，但不能用于此请求。若已过期，请重新登录（"aws sso login"）；否则该身份需要 bedrock:InvokeModelWithResponseStream 权限，并在 {region} 的 Bedrock 控制台中获得模型访问权限。',
  },
  refused_vertex: {
    en: 'Refused: these credentials were found, but may not be used for this. If they expired, run "gcloud auth application-default login" again. Otherwise the account needs the role Vertex AI User (roles/aiplatform.user) in project {project}, and the Vertex AI API has to be enabled there.',
    zh: '被拒绝：找到了凭据，但不能用于此请求。若已过期，请重新运行 "gcloud auth application-default login"；否则该账号需要项目 {project} 中的 Vertex AI User 角色（roles/aiplatform.user），并需在该项目启用 Vertex AI API。',
  },
  not_offered: {
    en: 'Not offered in {region} under this id: choose another region (region=…), or give the id your account has ({names}).',
    zh: '{region} 不提供使用此 ID 的模型：请换一个区域（region=…），或给出你账号中的 ID（{names}）。',
  },
  not_reached: {
    en: 'Not reached: check that the region "{region}" exists, and the network or proxy.',
    zh: '无法连接：请检查区域 "{region}" 是否存在，以及网络或代理。',
  },
  busy: {
    en: 'The credentials work, but the quota is used up or the service is busy: try again later, or ask for more quota.',
    zh: '凭据可用，但配额已用完或服务繁忙：请稍后重试，或申请更多配额。',
  },

  would_save: { en: 'It works. This would go to your user settings:', zh: '可用。以下内容将写入用户设置：' },
  save_with: {
    en: 'No secret is among them. Save it? Type {command} --yes',
    zh: '其中没有密钥。要保存吗？请输入 {command} --yes',
  },
  nothing_to_save: {
    en: 'It works, and your settings say all of it already.',
    zh: '可用，且设置中已有全部内容。',
  },
  not_saved: {
    en: 'Nothing was saved, because no model answered.',
    zh: '没有模型响应，因此没有保存任何内容。',
  },
  saved: {
    en: 'Saved in {file}. From the next start models without a provider go to {cloud}; in this session: /model {cloud}/sonnet.',
    zh: '已保存到 {file}。下次启动起，未指定提供商的模型使用 {cloud}；本次会话：/model {cloud}/sonnet。',
  },
  overruled: {
    en: '{key} stays {value}: it is set elsewhere (managed settings or the command line), which goes before your settings.',
    zh: '{key} 仍为 {value}：已在别处设置（管理员设置或命令行），优先于你的设置。',
  },
  unset: { en: 'not set', zh: '未设置' },

  not_here: {
    en: 'This session was opened with a model of its own, so there is no provider to set up.',
    zh: '此会话使用自带的模型打开，没有可设置的提供商。',
  },
  takes: {
    en: '{command} takes "test" or name=value with {names}, and --yes to save: {command} region={example}',
    zh: '{command} 接受 "test" 或 name=value（{names}），并用 --yes 保存：{command} region={example}',
  },
  no_secrets: {
    en: 'Secrets are not saved in settings, so "{name}" is not taken here. {advice}',
    zh: '设置中不保存密钥，因此这里不接受 "{name}"。{advice}',
  },
  bad_value: {
    en: "{name}={value} can't be right: write it like {name}={example}",
    zh: '{name}={value} 无效：请写成 {name}={example}',
  },
})
