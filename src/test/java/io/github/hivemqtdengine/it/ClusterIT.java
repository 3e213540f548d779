// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.ServerProcess;
import io.github.hivemqtdengine.testkit.TDengineCluster;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A cluster with three replicas loses one of its processes under load. */
@Tag("full")
class ClusterIT extends FaultTest {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterIT.class);

    private static TDengineCluster cluster;

    @BeforeAll
    static void startCluster() {
        cluster = TDengineCluster.start();
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @AfterEach
    void heal() {
        cluster.heal();
    }

    @Override
    protected TimeSeriesDatabase freshDatabase() {
        return cluster.freshDatabase();
    }

    @Test
    void shouldStoreEachMessageOnceWhenAnAdapterIsKilled() throws Exception {
        startBrokerWithBothAdapters();
        startLoad();

        for (int round = 0; round < ROUNDS; round++) {
            var adapter = cluster.adapter(round % 2);
            kill("adapter " + round % 2, adapter);
            bringBack(adapter);
        }

        assertEachStoredOnceInOrder();
    }

    @Test
    void shouldStoreEachMessageOnceWhenTheDnodeThatLeadsIsKilled() throws Exception {
        startBrokerWithBothAdapters();
        startLoad();

        for (int round = 0; round < ROUNDS; round++) {
            int leader = cluster.leader(database.name(), "numbers");
            var dnode = cluster.dnode(leader);
            kill("dnode " + leader + ", which leads", dnode);
            // the cluster may still name the one that is gone
            await("another leader").until(() -> cluster.leader(database.name(), "numbers"), number -> number != leader);
            bringBack(dnode);
        }

        assertEachStoredOnceInOrder();
    }

    private void startBrokerWithBothAdapters() throws Exception {
        startBroker(configuration -> configuration.replace(database.jdbcUrl(), cluster.jdbcUrl()));
    }

    /** Kills a process, and waits until messages are stored without it. */
    private void kill(String name, ServerProcess process) {
        process.kill();
        awaitStoring(name + " is gone");
        assertThat(process.isAlive()).as(name).isFalse();
    }

    private void bringBack(ServerProcess process) {
        process.start();
        cluster.heal();
        awaitCurrent();
    }

    private void awaitStoring(String event) {
        long start = System.nanoTime();
        awaitCurrent();
        LOG.info(
                "{}: the next second of messages was stored after {} ms",
                event,
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    }
}
