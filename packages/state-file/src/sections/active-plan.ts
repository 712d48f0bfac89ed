import type { Fact } from '../fact.ts';
import type { PromptEvent, SessionEvent, ToolEvent } from '../session-event.ts';
import { clip, firstLine, oneLine } from '../text.ts';

const MAX_PLAN = 4_000;

/**
 * The plan that was approved last; a newer one that was refused is told beside it. Without either,
 * the last request in which the person laid out steps.
 */
export function activePlan(events: SessionEvent[]): Fact[] {
  const plans = events.filter(isPlan).filter((plan) => plan.outcome !== 'pending');
  const approved = plans.findLast((plan) => plan.outcome === 'ok');
  const refused = plans.findLast((plan) => plan.outcome === 'error');
  const newerRefused =
    refused && (!approved || refused.at.offset > approved.at.offset) ? refused : undefined;
  const facts = [
    ...(approved ? [planFact(approved, 'approved')] : []),
    ...(newerRefused ? [planFact(newerRefused, 'proposed, refused')] : []),
  ];
  return facts.length > 0 ? facts : writtenPlan(events);
}

export function isPlan(event: SessionEvent): event is ToolEvent & { name: 'ExitPlanMode' } {
  return event.kind === 'tool' && event.name === 'ExitPlanMode';
}

export function planTitle(plan: ToolEvent): string {
  return oneLine(firstLine(planText(plan)).replace(/^#+\s*/, '')) || 'Plan without a title';
}

function planFact(plan: ToolEvent, status: string): Fact {
  const path = plan.result['filePath'] ?? plan.input['planFilePath'];
  const where = typeof path === 'string' ? `; file: ${path}` : '';
  const steps = planText(plan).split('\n').slice(1).join('\n').trim();
  return {
    text: `${planTitle(plan)} (${status}${where})`,
    body: clip(steps, MAX_PLAN) || undefined,
    at: plan.at,
  };
}

function planText(plan: ToolEvent): string {
  const text = plan.result['plan'] ?? plan.input['plan'];
  return typeof text === 'string' ? text.trim() : '';
}

function writtenPlan(events: SessionEvent[]): Fact[] {
  const prompt = events
    .filter((event): event is PromptEvent => event.kind === 'prompt')
    .findLast(({ text }) => (text.match(/^\s*(\d+[.)]|[-*] \[[ x]\])\s/gm)?.length ?? 0) >= 2);
  if (!prompt) return [];
  const text = `${oneLine(firstLine(prompt.text))} (laid out by the user)`;
  return [{ text, body: clip(prompt.text, MAX_PLAN), at: prompt.at }];
}
