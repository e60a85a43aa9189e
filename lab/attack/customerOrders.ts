import { setTimeout as pause } from 'node:timers/promises';
import type { Customer } from './customer.ts';
import type { Submit } from './orderAudit.ts';
import type { Form } from './orderForms.ts';

interface Priced {
  form: Form;
  cents: number;
}

/** Refusals of a moment: the database or the server's turns are not there yet. */
const LATER: ReadonlySet<string> = new Set(['unavailable', 'accountBusy', 'serverBusy']);

/** Orders of one customer under the names 'Attack … n', each with a key of its own. */
export class CustomerOrders {
  readonly submits: Submit[] = [];
  unanswered = 0;
  private readonly customer: Customer;
  private readonly priced: readonly Priced[];
  private readonly name: string;

  private constructor(customer: Customer, priced: readonly Priced[], name: string) {
    this.customer = customer;
    this.priced = priced;
    this.name = name;
  }

  /** @param name of all orders, before their number */
  static async priced(customer: Customer, forms: readonly Form[], name = 'Attack'): Promise<CustomerOrders> {
    const priced: Priced[] = [];
    for (const form of forms) priced.push({ form, cents: (await customer.price(form)).finalPrice });
    return new CustomerOrders(customer, priced, name);
  }

  /** Submits a new order under the same key until it is acknowledged, or until `life` has ended. */
  async one(life: { ended: boolean }): Promise<void> {
    const number = this.submits.length;
    const chosen = this.priced[number % this.priced.length];
    if (chosen === undefined) throw new Error('no forms');
    const name = `${this.name} ${number}`;
    const body = { ...chosen.form.body, orderName: name, agreedPrice: chosen.cents };
    const key = `${name.replaceAll(' ', '-').toLowerCase()}-${Date.now()}`;
    const submit: Submit = { name, key, ...chosen, body, orderNum: null };
    this.submits.push(submit);
    if (!(await this.retry(submit, life))) this.unanswered += 1;
  }

  /** @returns whether it is acknowledged */
  async retry(submit: Submit, life: { ended: boolean }): Promise<boolean> {
    do {
      try {
        const answer = await this.customer.submit(submit.form.kind, submit.body, submit.key);
        if (answer.result === 1) submit.orderNum = answer.data?.orderNum ?? null;
        if (submit.orderNum !== null) return true;
        if (!LATER.has(answer.messageKey ?? '')) throw new Error(`${submit.name}: ${answer.message ?? ''}`);
      } catch (error) {
        // fetch fails with a TypeError when the connection breaks, and its body may be cut
        if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
      }
      await pause(50);
    } while (!life.ended);
    return false;
  }
}
