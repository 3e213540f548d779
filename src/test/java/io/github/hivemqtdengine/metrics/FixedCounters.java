package io.github.hivemqtdengine.metrics;

/** Route metrics that do not change. */
final class FixedCounters implements PipelineMetrics.RouteCounters {

    @Override
    public long received() {
        return 100;
    }

    @Override
    public long stored() {
        return 50;
    }

    @Override
    public long storedRows() {
        return 60;
    }

    @Override
    public long deadLettered() {
        return 20;
    }

    @Override
    public long dropped(DropReason reason) {
        return reason == DropReason.OVERFLOW ? 7 : 0;
    }

    @Override
    public long inFlight() {
        return 22;
    }

    @Override
    public long retried() {
        return 3;
    }

    @Override
    public long bumpedRows() {
        return 4;
    }

    @Override
    public long overwrittenRows() {
        return 5;
    }

    @Override
    public long tagChanges() {
        return 6;
    }

    @Override
    public long delayedAcks() {
        return 9;
    }

    @Override
    public long mapped(MappingEvent event) {
        return event == MappingEvent.ROWS_FILTERED ? 8 : 0;
    }

    /** Metrics of configuration changes, the last of which was rejected. */
    static final class Configuration implements DropwizardMetrics.Reloads {

        @Override
        public boolean isLastAccepted() {
            return false;
        }

        @Override
        public long applied() {
            return 3;
        }

        @Override
        public long rejected() {
            return 2;
        }

        @Override
        public long activeSince() {
            return 1_790_000_000;
        }
    }

    /** Acknowledgement metrics that do not change. */
    static final class Acks implements DropwizardMetrics.AckMetrics {

        @Override
        public long pending() {
            return 3;
        }

        @Override
        public long pendingBytes() {
            return 4_000;
        }

        @Override
        public long held() {
            return 2;
        }

        @Override
        public long notWithheld() {
            return 1;
        }

        @Override
        public long forgottenClients() {
            return 5;
        }
    }

    /** Metrics of a schema registry that do not change. */
    static final class Registry implements PipelineMetrics.RegistryCounters {

        @Override
        public boolean isUp() {
            return true;
        }

        @Override
        public long lookups() {
            return 9;
        }

        @Override
        public long failures() {
            return 2;
        }

        @Override
        public long refusals() {
            return 1;
        }

        @Override
        public long cachedBytes() {
            return 512;
        }
    }
}
