// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.Storage;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads how messages are stored and rows are observed. */
final class StorageReader {

    private static final String RAW_TABLE = "raw_messages";

    private final Settings settings;

    StorageReader(Settings settings) {
        this.settings = settings;
    }

    Storage read(LoadPlan load) {
        return new Storage(
                settings.duration(ScenarioKey.LATE),
                checkOrder(load.groups()),
                settings.duration(ScenarioKey.COUNT_EVERY),
                settings.find(ScenarioKey.DELIVERY, StorageReader::delivery).orElse(""),
                settings.find(ScenarioKey.ZIP, ExistingFile::read));
    }

    private boolean checkOrder(List<ClientGroup> groups) {
        boolean wanted = settings.flag(ScenarioKey.CHECK_ORDER);
        if (wanted && groups.size() > 1) {
            settings.refuse(ScenarioKey.CHECK_ORDER, "does not go with x.group: check one group in a scenario alone");
        }
        var table = groups.get(0).rows().table();
        if (wanted && (table.isEmpty() || table.get().equals(RAW_TABLE))) {
            settings.refuse(ScenarioKey.CHECK_ORDER, "needs a table with numbers of messages, so not " + RAW_TABLE);
        }
        if (wanted && groups.get(0).publishers().payload().template().contains("{time:")) {
            settings.refuse(ScenarioKey.CHECK_ORDER, "does not go with {time}: rows that are overwritten lack, too");
        }
        return wanted;
    }

    private static String delivery(String text) {
        var factory = DocumentBuilderFactory.newInstance();
        try {
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler()); // the default one prints
            builder.parse(new InputSource(new StringReader("<delivery>" + text + "</delivery>")));
            return text;
        } catch (SAXException malformed) {
            throw new MalformedValueException("must be XML: " + malformed.getMessage());
        } catch (IOException | ParserConfigurationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
