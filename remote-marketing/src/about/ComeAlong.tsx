import { Link } from '@kargo/shared-runtime/router';
import { button, css } from '@kargo/shared-runtime/styles';
import { paths } from '@kargo/shared-types/page/paths';
import * as paint from '@kargo/shared-ui/drawing/paint';
import { RouteLine } from '@kargo/shared-ui/drawing/RouteLine';
import { StoreButtons } from '@kargo/shared-ui/StoreButtons';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Columns } from '../Columns.tsx';
import { Section, SectionHeading } from '../Section.tsx';

export function ComeAlong() {
  return (
    <Section name="come-along" bg="paper">
      <div
        className={css({
          position: 'relative',
          overflow: 'hidden',
          p: { base: '6', md: '12', xl: '16' },
          borderRadius: 'panel',
          bg: 'violet.600',
          outline: '1px solid transparent',
        })}
        data-surface="dark"
      >
        {/* The route line comes in from the right and ends in the lime pin. */}
        <RouteLine
          d="M540 60C470 20 420 60 380 110s-120 70-214 22"
          color={paint.violet300}
          viewBox="0 0 520 220"
          className={css({
            display: { base: 'none', md: 'block' },
            top: '0',
            right: '0',
            w: '520px',
            h: '220px',
          })}
        >
          <circle
            cx={160}
            cy={129}
            r={18}
            stroke={paint.lime}
            strokeOpacity={0.5}
            strokeWidth={2}
          />
          <circle cx={160} cy={129} r={9} fill={paint.lime} />
        </RouteLine>
        <SectionHeading className={css({ position: 'relative' })}>Come along</SectionHeading>
        <Columns
          className={css({
            gridTemplateColumns: { lg: '7fr 5fr' },
            position: 'relative',
            rowGap: '12',
            mt: { base: '8', md: '12' },
          })}
        >
          <Way title="Send with Kargo" text="Download the app and book your first delivery.">
            <StoreButtons surface="dark" isProminent />
          </Way>
          <Way
            title="Drive with Kargo"
            text="Sign up in the app, and log in here once your account is approved."
          >
            <Link className={button({ size: 'lg', variant: 'outline-dark' })} to={paths.login()}>
              <span>Driver login</span>
              <ArrowRight size={18} aria-hidden />
            </Link>
          </Way>
        </Columns>
      </div>
    </Section>
  );
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={css({ display: 'flex', flexDirection: 'column' })}>
      <h3 className={css({ textStyle: 'h3' })}>{title}</h3>
      <p className={css({ mt: '2', mb: '6', maxW: '26rem' })}>{text}</p>
      <div className={css({ mt: 'auto' })}>{children}</div>
    </div>
  );
}
