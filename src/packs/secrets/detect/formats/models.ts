import type { TokenFormat } from '../format.ts'

/** Services that run models. */
export const MODELS: readonly TokenFormat[] = [
  { kind: 'anthropic-key', starts: ['sk-ant-'], rest: /[a-z]{3,8}\d{2}-[A-Za-z0-9_-]{60,200}/ },
  { kind: 'openrouter-key', starts: ['sk-or-v1-'], rest: /[a-f0-9]{64}/ },
  {
    kind: 'langfuse-key',
    starts: ['sk-lf-'],
    rest: /[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}/,
  },
  {
    kind: 'openai-key',
    starts: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    rest: /[A-Za-z0-9_-]{40,240}/,
  },
  { kind: 'openai-key', starts: ['sk-'], rest: /[A-Za-z0-9]{40,64}/ },
  { kind: 'groq-key', starts: ['gsk_'], rest: /[A-Za-z0-9]{48,56}/ },
  { kind: 'xai-key', starts: ['xai-'], rest: /[A-Za-z0-9_-]{70,90}/ },
  { kind: 'perplexity-key', starts: ['pplx-'], rest: /[A-Za-z0-9]{48,64}/ },
  { kind: 'replicate-token', starts: ['r8_'], rest: /[A-Za-z0-9]{37}/ },
  { kind: 'huggingface-token', starts: ['hf_', 'api_org_'], rest: /[A-Za-z0-9]{34,40}/ },
  { kind: 'fireworks-key', starts: ['fw_'], rest: /[A-Za-z0-9]{22,40}/ },
  { kind: 'cerebras-key', starts: ['csk-'], rest: /[a-z0-9]{48}/ },
  { kind: 'pinecone-key', starts: ['pcsk_'], rest: /[A-Za-z0-9]{5,6}_[A-Za-z0-9]{60,70}/ },
  { kind: 'langsmith-key', starts: ['lsv2_pt_', 'lsv2_sk_'], rest: /[a-f0-9]{32}_[a-f0-9]{10}/ },
  { kind: 'nvidia-key', starts: ['nvapi-'], rest: /[A-Za-z0-9_-]{60,70}/ },
]
