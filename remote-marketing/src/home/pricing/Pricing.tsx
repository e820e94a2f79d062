import { useConfiguration, useContact } from '@kargo/shared-runtime/configuration';
import { Link } from '@kargo/shared-runtime/router';
import { button, css, cx } from '@kargo/shared-runtime/styles';
import { callToAction } from '@kargo/shared-ui/StoreButtons';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { plans, yearlySaving } from '../content.ts';
import { type Billing, BillingToggle } from './BillingToggle.tsx';

/** The plans. Both price blocks are in the page; the toggle hides one of them. */
export function Pricing() {
  const [billing, setBilling] = useState<Billing>('monthly');
  return (
    <div className={css({ mt: { base: '4.5rem', md: '8rem' } })}>
      <div
        className={css({
          display: 'flex',
          flexDirection: { base: 'column', md: 'row' },
          alignItems: { md: 'center' },
          justifyContent: 'space-between',
          gap: '6',
        })}
      >
        <div>
          <h3 className={css({ textStyle: 'h3' })}>Plans for one parcel or for all of them</h3>
          <p className={css({ color: 'ink.300', mt: '2' })}>Prices shown before you confirm.</p>
        </div>
        <div className={css({ alignSelf: { base: 'flex-start', md: 'center' } })}>
          <BillingToggle billing={billing} onChange={setBilling} />
          <p
            className={css({
              textStyle: 'small',
              color: 'ink.300',
              mt: '2',
              textAlign: { md: 'end' },
              pe: { md: '2' },
            })}
          >
            {yearlySaving}
          </p>
        </div>
      </div>
      <Plans billing="monthly" isShown={billing === 'monthly'} />
      <Plans billing="yearly" isShown={billing === 'yearly'} />
    </div>
  );
}

function Plans({ billing, isShown }: { billing: Billing; isShown: boolean }) {
  return (
    <div
      className={css({
        display: 'grid',
        gridTemplateColumns: { base: '1fr', md: 'repeat(3, 1fr)' },
        gap: { base: '4', lg: '6' },
        mt: { base: '8', md: '12' },
      })}
      data-testid={`price-${billing}`}
      hidden={!isShown}
    >
      {plans.map((plan) => (
        <PlanCard key={plan.name} plan={plan} billing={billing} />
      ))}
    </div>
  );
}

type Plan = (typeof plans)[number];

function PlanCard({ plan, billing }: { plan: Plan; billing: Billing }) {
  const { name, text, includes, isHighlighted } = plan;
  const { price, note } = plan[billing];
  const saving = billing === 'yearly' && plan.saving;
  return (
    <div
      className={css({
        display: 'flex',
        flexDirection: 'column',
        p: { base: '6', xl: '8' },
        borderRadius: 'panel',
        bg: isHighlighted ? 'violet.600' : 'ink.900',
        outline: '1px solid',
        outlineColor: isHighlighted ? 'transparent' : 'ink.800',
        outlineOffset: '-1px',
      })}
    >
      <h4 className={css({ textStyle: 'title' })}>{name}</h4>
      <p
        className={css({
          color: isHighlighted ? 'white' : 'ink.300',
          mt: '1',
          // In narrow columns some texts take two lines: this keeps the prices in one row.
          minH: { md: '2lh', xl: '1lh' },
        })}
      >
        {text}
      </p>
      <p className={css({ textStyle: 'figure', mt: '8' })}>{price}</p>
      <p
        className={css({
          textStyle: 'small',
          color: isHighlighted ? 'white' : 'ink.300',
          mt: '2',
          minH: billing === 'yearly' ? { md: '2lh' } : { md: '2lh', lg: '1lh' },
        })}
      >
        <span>{note}</span>
        {saving && (
          <span className={css({ display: 'block', color: 'lime', fontWeight: 600 })}>
            {saving}
          </span>
        )}
      </p>
      <ul
        className={css({
          my: '6',
          pt: '6',
          borderTopWidth: '1px',
          borderColor: isHighlighted ? 'rgb(255 255 255 / 0.25)' : 'ink.800',
        })}
      >
        {includes.map((item) => (
          <li key={item} className={css({ display: 'flex', gap: '3', py: '1' })}>
            <div className={css({ color: 'lime', flexShrink: 0, mt: '0.25rem' })}>
              <Check size={18} aria-hidden />
            </div>
            {item}
          </li>
        ))}
      </ul>
      <PlanAction plan={plan} />
    </div>
  );
}

/** The app alone is enough for some plans; for the others customers write to us. */
function PlanAction({ plan: { name, isInApp, isHighlighted } }: { plan: Plan }) {
  const { contactEmail } = useContact();
  const { iosAppUrl, androidAppUrl } = useConfiguration() ?? {};
  if (isInApp && !iosAppUrl && !androidAppUrl) {
    return (
      <p className={css({ mt: 'auto', py: '3', fontWeight: 600 })}>Coming to the app stores</p>
    );
  }
  const look = cx(
    button({ variant: isHighlighted ? 'lime' : 'outline-dark' }),
    css({ mt: 'auto' }),
  );
  if (isInApp) {
    return (
      <Link className={look} to={callToAction}>
        Get the app
      </Link>
    );
  }
  return (
    <a
      className={look}
      href={`mailto:${contactEmail}?subject=Kargo%20${name}`}
    >{`Ask about ${name}`}</a>
  );
}
