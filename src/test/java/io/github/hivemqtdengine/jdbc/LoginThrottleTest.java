// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.Patience;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LoginThrottleTest {

    private final SQLException wrongPassword = new SQLException("Authentication failure", "28000", 0x357);
    private final SQLException unreachable = new SQLException("connection refused", "08001", 0x2304);

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger logins = new AtomicInteger();
    private final Connection connection = (Connection) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> null);

    @Test
    void shouldDoubleThePauseAfterEachRefusedLoginUpToTenMinutes() {
        var throttle = throttle(Duration.ofSeconds(60));

        assertThat(secondsUntilTheNextLogin(throttle, 7)).containsExactly(60L, 120L, 240L, 480L, 600L, 600L, 600L);
        assertThat(log.text())
                .contains("WARN Database \"plant\": login refused, attempt 4; the next attempt follows in 480 s, or at"
                        + " once after a change of the database's configuration, since servers lock accounts after"
                        + " refused logins: Authentication failure");
    }

    @Test
    void shouldKeepAPauseThatIsLongerThanTenMinutes() {
        assertThat(secondsUntilTheNextLogin(throttle(Duration.ofHours(1)), 40)).containsOnly(3_600L);
    }

    @Test
    void shouldReachTheLongestPauseFromTheShortestOne() {
        var throttle = throttle(Duration.ofMillis(1));

        var pauses = secondsUntilTheNextLogin(throttle, 40);

        assertThat(pauses).isSorted().endsWith(600L);
    }

    /** Refuses logins, and tries to log in once a second. */
    private List<Long> secondsUntilTheNextLogin(LoginThrottle throttle, int refusals) {
        var pauses = new ArrayList<Long>();
        failToLogIn(throttle, wrongPassword);
        for (long seconds = 0; pauses.size() < refusals; ) {
            int before = logins.get();
            seconds++;
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
            failToLogIn(throttle, wrongPassword);
            if (logins.get() > before) {
                pauses.add(seconds);
                seconds = 0;
            }
        }
        return pauses;
    }

    @Test
    void shouldFailWithoutALoginAsTheLastLoginDid() {
        var throttle = throttle(Duration.ofSeconds(60));
        failToLogIn(throttle, wrongPassword);

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> throttle.login(() -> connection))
                .withMessage("Authentication failure")
                .satisfies(failure -> {
                    assertThat(failure.getErrorCode()).isEqualTo(0x357);
                    assertThat(failure.getSQLState()).isEqualTo("28000");
                });
    }

    @Test
    void shouldNotPauseAfterOtherFailures() throws Exception {
        var throttle = throttle(Duration.ofSeconds(60));
        failToLogIn(throttle, unreachable);
        failToLogIn(throttle, unreachable);

        assertThat(logins).hasValue(2);
        assertThat(throttle.login(() -> connection)).isSameAs(connection);
        assertThat(log.text()).isEmpty();
    }

    @Test
    void shouldBeginAnewAfterALogin() throws Exception {
        var throttle = throttle(Duration.ofSeconds(60));
        failToLogIn(throttle, wrongPassword);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
        failToLogIn(throttle, wrongPassword);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(120));

        assertThat(throttle.login(() -> connection)).isSameAs(connection);
        assertThat(secondsUntilTheNextLogin(throttle, 1)).containsExactly(60L);
    }

    @Test
    void shouldLogInOnceForThreadsThatLogInTogether() throws Exception {
        var throttle = throttle(Duration.ofSeconds(60));
        var threads = Executors.newFixedThreadPool(8);
        try {
            var start = new CountDownLatch(1);
            for (int i = 0; i < 8; i++) {
                threads.execute(() -> {
                    awaitUninterruptibly(start);
                    failToLogIn(throttle, wrongPassword);
                });
            }
            start.countDown();
        } finally {
            threads.shutdown();
        }
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(logins).hasValue(1);
    }

    @Test
    void shouldWaitForTheResultOfASlowFirstLogin() throws Exception {
        var throttle = throttle(Duration.ofSeconds(60));
        whileALoginHangs(throttle, wrongPassword, end -> {
            var other = new Thread(() -> failToLogIn(throttle, wrongPassword));
            other.start();
            await().during(Duration.ofMillis(1_500)).until(() -> logins.get() == 1);
            end.countDown();
            other.join();
        });

        assertThat(logins).hasValue(1);
    }

    @Test
    void shouldLogInAtOneEndpointWhileTheFirstLoginHangsAtAnotherOne() throws Exception {
        var throttle = throttle(Duration.ofSeconds(60), Duration.ofMillis(10));

        whileALoginHangs(
                throttle,
                unreachable,
                end -> assertThat(throttle.login(() -> connection)).isSameAs(connection));
    }

    @Test
    void shouldLogInAtOneEndpointWhileAnotherOneHangs() throws Exception {
        var throttle = throttle(Duration.ofSeconds(60));
        throttle.login(() -> connection);

        whileALoginHangs(
                throttle,
                unreachable,
                end -> assertThat(throttle.login(() -> connection)).isSameAs(connection));
    }

    @FunctionalInterface
    private interface Step {
        void run(CountDownLatch end) throws Exception;
    }

    /** Runs a step while a login waits for the latch; the login then fails. */
    private void whileALoginHangs(LoginThrottle throttle, SQLException failure, Step step) throws Exception {
        var end = new CountDownLatch(1);
        var hanging = new Thread(() -> failToLogIn(throttle, () -> {
            awaitUninterruptibly(end);
            throw failure;
        }));
        hanging.start();
        try {
            await().until(() -> logins.get() == 1);
            step.run(end);
        } finally {
            end.countDown();
            hanging.join();
        }
    }

    private LoginThrottle throttle(Duration firstPause) {
        return throttle(firstPause, Patience.LIMIT);
    }

    private LoginThrottle throttle(Duration firstPause, Duration longestLogin) {
        return new LoginThrottle(
                "plant", firstPause, longestLogin, failure -> failure.getErrorCode() == 0x357, nanos::get);
    }

    private void failToLogIn(LoginThrottle throttle, SQLException failure) {
        failToLogIn(throttle, () -> {
            throw failure;
        });
    }

    private void failToLogIn(LoginThrottle throttle, LoginThrottle.Login login) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> throttle.login(() -> {
                    logins.incrementAndGet();
                    return login.open();
                }));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
