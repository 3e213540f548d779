package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.Storage;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Reads the expected content of the database. */
final class StorageReader {

    private static final int MOST_ROWS = 1_000_000;
    private static final String NO_TABLE = "none";
    private static final String RAW_TABLE = "raw_messages";
    private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,191}");

    private final Settings settings;

    StorageReader(Settings settings) {
        this.settings = settings;
    }

    Storage read(PublisherPlan publishers) {
        var table = table(publishers.topics());
        return new Storage(
                table,
                !settings.text(ScenarioKey.TABLE).equals(NO_TABLE),
                settings.find(ScenarioKey.ROWS, Numbers.whole(1, MOST_ROWS))
                        .orElse(publishers.payload().mostRows()),
                settings.duration(ScenarioKey.LATE),
                checkOrder(table, publishers.payload()),
                settings.duration(ScenarioKey.COUNT_EVERY),
                settings.find(ScenarioKey.DELIVERY, StorageReader::delivery).orElse(""),
                settings.find(ScenarioKey.ZIP, ExistingFile::read));
    }

    private boolean checkOrder(Optional<String> table, PayloadPlan payload) {
        boolean wanted = settings.flag(ScenarioKey.CHECK_ORDER);
        if (wanted && (table.isEmpty() || table.get().equals(RAW_TABLE))) {
            settings.refuse(ScenarioKey.CHECK_ORDER, "needs a table with numbers of messages, so not " + RAW_TABLE);
        }
        if (wanted && payload.template().contains("{time:")) {
            settings.refuse(ScenarioKey.CHECK_ORDER, "does not go with {time}: rows that are overwritten lack, too");
        }
        return wanted;
    }

    private Optional<String> table(TopicPattern topics) {
        var named = settings.find(ScenarioKey.TABLE, StorageReader::tableName);
        return named.isPresent() ? named.filter(name -> !name.equals(NO_TABLE)) : TableOfTopic.of(topics.topic(0, 0));
    }

    private static String tableName(String text) {
        if (!TABLE.matcher(text).matches()) {
            throw new MalformedValueException("must be a table's name, or none");
        }
        return text;
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
