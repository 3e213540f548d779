// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

/** Contenders that are modes. */
public final class Contenders {

    public static final Contender BARE = Contender.of(Mode.BARE);
    public static final Contender DO_NOTHING = Contender.of(Mode.DO_NOTHING);
    public static final Contender EXTENSION = Contender.of(Mode.EXTENSION);
    public static final Contender OUTAGE = Contender.of(Mode.OUTAGE);
    public static final Contender SLOW = Contender.of(Mode.SLOW);

    private Contenders() {}
}
